-- Latency over time: for each second of the measured phase the events that were
-- due in it, and their response times. It is what `assay report --interval 1s`
-- shows. Run it in the directory of a run.
SELECT
  cell, repeat, load,
  (start_ns - wait_ns - measure_start_ns) // 1000000000 AS second,
  count(*)                                              AS events,
  quantile_disc(wait_ns + service_ns, 0.50) / 1e6       AS p50_ms,
  quantile_disc(wait_ns + service_ns, 0.99) / 1e6       AS p99_ms,
  max(wait_ns + service_ns) / 1e6                       AS max_ms
FROM 'events/**/*.parquet'
JOIN 'cells.parquet' USING (cell, repeat)
WHERE phase = 'measure' AND outcome = 'ok'
GROUP BY ALL
ORDER BY ALL;
