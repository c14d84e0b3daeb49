-- Stalls and the counters that moved in them. A stall is a second in which fewer
-- than half as many events ended well as in the median second. For each one the
-- ten counters that moved most, compared with their own median second.
-- Run it in the directory of a run that has samples.
WITH seconds AS (
  SELECT cell, repeat, unnest(range(0, (measure_end_ns - measure_start_ns) // 1000000000)) AS second, measure_start_ns
  FROM 'cells.parquet'
), ended AS (
  SELECT cell, repeat, (start_ns + service_ns - measure_start_ns) // 1000000000 AS second, count(*) AS events
  FROM 'events/**/*.parquet'
  JOIN 'cells.parquet' USING (cell, repeat)
  WHERE phase = 'measure' AND outcome = 'ok'
  GROUP BY ALL
), paced AS (
  SELECT cell, repeat, second, coalesce(events, 0) AS events,
    median(coalesce(events, 0)) OVER (PARTITION BY cell, repeat) AS usual_events
  FROM seconds LEFT JOIN ended USING (cell, repeat, second)
), stalls AS (
  FROM paced WHERE events < usual_events / 2
), steps AS (
  SELECT s.cell, s.repeat, s.host, s.source, s.name, (t_ns - measure_start_ns) // 1000000000 AS second,
    value - lag(value) OVER (PARTITION BY s.cell, s.repeat, s.host, s.source, s.name ORDER BY t_ns) AS step
  FROM 'samples/**/*.parquet' s
  JOIN 'cells.parquet' USING (cell, repeat)
  WHERE kind = 'counter'
), moved AS (
  SELECT cell, repeat, host, source, name, second, sum(step) AS moved
  FROM steps
  WHERE step IS NOT NULL
  GROUP BY ALL
), compared AS (
  SELECT *, median(moved) OVER (PARTITION BY cell, repeat, host, source, name) AS usually_moved
  FROM moved
)
SELECT cell, repeat, second, events, usual_events, host, source, name, moved, usually_moved,
  (moved + 1) / (usually_moved + 1) AS times_usual
FROM stalls JOIN compared USING (cell, repeat, second)
QUALIFY row_number() OVER (PARTITION BY cell, repeat, second ORDER BY abs(ln(greatest(moved + 1, 1e-9) / greatest(usually_moved + 1, 1e-9))) DESC) <= 10
ORDER BY cell, repeat, second, times_usual DESC;
