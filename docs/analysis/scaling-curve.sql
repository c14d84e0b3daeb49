-- The scaling curve: throughput and response time over the factors of the
-- matrix, the median of the repeats with its range. Factors come as they are
-- called; plot throughput_per_s over the one that you scale.
-- A load that ends by a number of events is shorter than the phase; then divide
-- by the end of its last event instead. Run it in the directory of a run.
WITH measured AS (
  SELECT
    cell, repeat, load, COLUMNS('factor_.*'),
    count(*) / (any_value(measure_end_ns - measure_start_ns) / 1e9) AS throughput_per_s,
    quantile_disc(wait_ns + service_ns, 0.50) / 1e6                 AS p50_ms,
    quantile_disc(wait_ns + service_ns, 0.99) / 1e6                 AS p99_ms
  FROM 'events/**/*.parquet'
  JOIN 'cells.parquet' USING (cell, repeat)
  WHERE phase = 'measure' AND outcome = 'ok' AND status = 'complete'
  GROUP BY ALL
)
SELECT
  COLUMNS('factor_.*'), cell, load,
  count(*)                 AS repeats,
  median(throughput_per_s) AS throughput_per_s,
  min(throughput_per_s)    AS slowest_per_s,
  max(throughput_per_s)    AS fastest_per_s,
  median(p50_ms)           AS p50_ms,
  median(p99_ms)           AS p99_ms
FROM measured
GROUP BY ALL
ORDER BY ALL;
