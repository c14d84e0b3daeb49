-- A heat map of response times: seconds across, bands of response time up, and
-- in each field how many events. Bands are quarters of a doubling, so each is
-- 19 % wide; two groups of events that a percentile mixes are two bands here.
-- Run it in the directory of a run.
WITH banded AS (
  SELECT
    cell, repeat, load,
    (start_ns - wait_ns - measure_start_ns) // 1000000000       AS second,
    floor(4 * log2(greatest(wait_ns + service_ns, 1)))::INTEGER AS band
  FROM 'events/**/*.parquet'
  JOIN 'cells.parquet' USING (cell, repeat)
  WHERE phase = 'measure' AND outcome = 'ok'
)
SELECT
  cell, repeat, load, second,
  pow(2, band / 4) / 1e3       AS from_us,
  pow(2, (band + 1) / 4) / 1e3 AS to_us,
  count(*)                     AS events
FROM banded
GROUP BY ALL
ORDER BY ALL;
