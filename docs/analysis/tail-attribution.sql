-- Which statement makes the slowest one percent of events slow? For each
-- transaction the time that its tail events spend in each statement, beside
-- what its typical events (the faster half) spend there. `share` is the part of
-- the difference that the statement explains; it adds up to 1. Waiting for a
-- worker and the time between statements are rows too, so nothing is left over.
-- Run it in the directory of a run that has statements.
WITH timed AS (
  SELECT *, wait_ns + service_ns AS response_ns
  FROM 'events/**/*.parquet'
  WHERE phase = 'measure' AND outcome = 'ok'
), bounds AS (
  SELECT cell, repeat, load, transaction,
    quantile_disc(response_ns, 0.50) AS p50_ns, quantile_disc(response_ns, 0.99) AS p99_ns
  FROM timed
  GROUP BY ALL
), chosen AS (
  SELECT t.*, response_ns >= p99_ns AS tail
  FROM timed t JOIN bounds USING (cell, repeat, load, transaction)
  WHERE response_ns >= p99_ns OR response_ns <= p50_ns
), spent AS (
  SELECT c.cell, c.repeat, c.load, c.transaction, c.tail, statement, sum(s.service_ns) AS ns
  FROM chosen c JOIN 'statements/**/*.parquet' s USING (cell, repeat, event)
  GROUP BY ALL
  UNION ALL
  SELECT cell, repeat, load, transaction, tail, '(waiting for a worker)', sum(wait_ns)
  FROM chosen
  GROUP BY ALL
  UNION ALL
  SELECT cell, repeat, load, transaction, tail, '(between statements)', sum(service_ns - coalesce(inside_ns, 0))
  FROM chosen LEFT JOIN (
    SELECT cell, repeat, event, sum(service_ns) AS inside_ns FROM 'statements/**/*.parquet' GROUP BY ALL
  ) USING (cell, repeat, event)
  GROUP BY ALL
), sized AS (
  SELECT cell, repeat, load, transaction,
    count(*) FILTER (tail) AS tail_events, count(*) FILTER (NOT tail) AS typical_events
  FROM chosen
  GROUP BY ALL
), compared AS (
  SELECT cell, repeat, load, transaction, statement, tail_events,
    coalesce(sum(ns) FILTER (tail), 0) / tail_events / 1e6                    AS tail_ms,
    coalesce(sum(ns) FILTER (NOT tail), 0) / any_value(greatest(typical_events, 1)) / 1e6 AS typical_ms
  FROM spent JOIN sized USING (cell, repeat, load, transaction)
  GROUP BY cell, repeat, load, transaction, statement, tail_events
)
SELECT cell, repeat, load, transaction, statement, tail_events, tail_ms, typical_ms,
  (tail_ms - typical_ms) / nullif(sum(tail_ms - typical_ms) OVER (PARTITION BY cell, repeat, load, transaction), 0) AS share
FROM compared
ORDER BY cell, repeat, load, transaction, share DESC;
