# Not run here: the analyses of this directory in R with arrow and dplyr.
# In the directory of a run: Rscript analysis.R (compare: in a merged data set)
library(arrow)
library(dplyr)
library(tidyr)

rank_of <- function(v, p) quantile(v, p, type = 1, names = FALSE) # the nearest rank

cells <- read_parquet("cells.parquet")
events <- open_dataset("events") |> # cell and repeat come from the path
  filter(phase == "measure", outcome == "ok") |>
  collect() |>
  inner_join(cells, by = c("cell", "repeat"), suffix = c("", "_cell")) |>
  mutate(
    response_ns = as.numeric(wait_ns + service_ns),
    second = (as.numeric(start_ns - wait_ns) - as.numeric(measure_start_ns)) %/% 1e9
  )

# Latency over time
events |>
  group_by(cell, `repeat`, load, second) |>
  summarise(
    events = n(), p50_ms = rank_of(response_ns, .5) / 1e6,
    p99_ms = rank_of(response_ns, .99) / 1e6, max_ms = max(response_ns) / 1e6, .groups = "drop"
  ) |>
  print()

# Heat map: bands are quarters of a doubling
events |>
  count(cell, `repeat`, load, second, band = floor(4 * log2(pmax(response_ns, 1)))) |>
  print()

# Tail attribution: what the slowest percent spends in each statement
chosen <- events |>
  group_by(cell, `repeat`, load, transaction) |>
  mutate(tail = response_ns >= rank_of(response_ns, .99), typical = response_ns <= rank_of(response_ns, .5)) |>
  ungroup() |>
  filter(tail | typical)
sizes <- chosen |> count(cell, `repeat`, load, transaction, tail, name = "events")
open_dataset("statements") |>
  select(cell, `repeat`, event, statement, ns = service_ns) |>
  collect() |>
  inner_join(select(chosen, cell, `repeat`, load, transaction, event, tail), by = c("cell", "repeat", "event")) |>
  group_by(cell, `repeat`, load, transaction, statement, tail) |>
  summarise(ns = sum(as.numeric(ns)), .groups = "drop") |>
  inner_join(sizes, by = c("cell", "repeat", "load", "transaction", "tail")) |>
  mutate(ms = ns / events / 1e6, part = if_else(tail, "tail_ms", "typical_ms")) |>
  pivot_wider(id_cols = c(cell, `repeat`, load, transaction, statement), names_from = part, values_from = ms, values_fill = 0) |>
  print()

# Scaling curve
curve <- events |>
  group_by(across(starts_with("factor_")), cell, `repeat`, load) |>
  summarise(
    throughput_per_s = n() / (as.numeric(first(measure_end_ns) - first(measure_start_ns)) / 1e9),
    p99_ms = rank_of(response_ns, .99) / 1e6, .groups = "drop"
  )
curve |>
  group_by(across(starts_with("factor_")), cell, load) |>
  summarise(across(c(throughput_per_s, p99_ms), median), .groups = "drop") |>
  print()

# Stalls, and the counters that moved in them
if (dir.exists("samples")) {
  stalls <- events |>
    count(cell, `repeat`, second = (as.numeric(start_ns + service_ns) - as.numeric(measure_start_ns)) %/% 1e9, name = "events") |>
    group_by(cell, `repeat`) |>
    filter(events < median(events) / 2) # a second without any event has no row: see stalls.sql
  open_dataset("samples") |>
    filter(kind == "counter") |>
    collect() |>
    inner_join(select(cells, cell, `repeat`, measure_start_ns), by = c("cell", "repeat")) |>
    arrange(t_ns) |>
    group_by(cell, `repeat`, host, source, name) |>
    mutate(moved = value - lag(value), usually = median(moved, na.rm = TRUE)) |>
    ungroup() |>
    mutate(second = as.numeric(t_ns - measure_start_ns) %/% 1e9, times_usual = (moved + 1) / (usually + 1)) |>
    inner_join(stalls, by = c("cell", "repeat", "second")) |>
    arrange(desc(times_usual)) |>
    print(n = 20)
}

# Two runs side by side, in a directory that `assay archive merge` made
compare_runs <- function(merged = ".") {
  keys <- c("run", "cell", "repeat")
  read_parquet(file.path(merged, "events.parquet")) |>
    filter(phase == "measure", outcome == "ok") |>
    inner_join(select(read_parquet(file.path(merged, "cells.parquet")), all_of(keys), measure_start_ns, measure_end_ns), by = keys) |>
    group_by(run, cell, `repeat`, load, transaction) |>
    summarise(per_s = n() / (as.numeric(first(measure_end_ns) - first(measure_start_ns)) / 1e9), .groups = "drop") |>
    group_by(run, cell, load, transaction) |>
    summarise(per_s = median(per_s), .groups = "drop") |>
    pivot_wider(names_from = run, values_from = per_s)
}
