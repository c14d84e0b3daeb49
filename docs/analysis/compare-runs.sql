-- Two runs of one experiment beside each other, cell by cell: medians over the
-- repeats, and the new run ÷ the old one. `apart` tells whether the ranges of
-- the repeats do not overlap; with one repeat on either side that says nothing.
-- Run it in a data set of both runs: assay archive merge OLD NEW -o merged
WITH named AS (
  SELECT run, row_number() OVER (ORDER BY started) AS n FROM 'runs.parquet'
), measured AS (
  SELECT
    n, cell, repeat, load, transaction,
    count(*) / (any_value(measure_end_ns - measure_start_ns) / 1e9) AS throughput_per_s,
    quantile_disc(wait_ns + service_ns, 0.99) / 1e6                 AS p99_ms
  FROM 'events.parquet'
  JOIN 'cells.parquet' USING (run, cell, repeat)
  JOIN named USING (run)
  WHERE phase = 'measure' AND outcome = 'ok'
  GROUP BY ALL
), summed AS (
  SELECT n, cell, load, transaction, count(*) AS repeats,
    median(throughput_per_s) AS per_s, min(throughput_per_s) AS least, max(throughput_per_s) AS most, median(p99_ms) AS p99_ms
  FROM measured
  GROUP BY ALL
)
SELECT
  cell, load, transaction,
  old.repeats AS old_repeats, new.repeats AS new_repeats,
  old.per_s AS old_per_s, new.per_s AS new_per_s, new.per_s / old.per_s AS throughput_ratio,
  old.p99_ms AS old_p99_ms, new.p99_ms AS new_p99_ms, new.p99_ms / old.p99_ms AS p99_ratio,
  least(old.repeats, new.repeats) > 1 AND (new.least > old.most OR new.most < old.least) AS apart
FROM (FROM summed WHERE n = 1) old
JOIN (FROM summed WHERE n = 2) new USING (cell, load, transaction)
ORDER BY ALL;
