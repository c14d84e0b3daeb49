# Not run here: the analyses of this directory in polars 1.
# In the directory of a run: python analysis_polars.py (compare: in a merged data set)
import polars as pl

KEYS = ["cell", "repeat", "load"]
NEAREST = "higher"  # the nearest rank, or the one above where the rank is a whole number


def scan(table):
    return pl.scan_parquet(f"{table}/**/*.parquet", hive_partitioning=True)


cells = pl.scan_parquet("cells.parquet")
events = (
    scan("events")
    .filter((pl.col("phase") == "measure") & (pl.col("outcome") == "ok"))
    .join(cells, on=["cell", "repeat"], suffix="_cell")
    .with_columns(response_ns=pl.col("wait_ns") + pl.col("service_ns"))
    .with_columns(second=(pl.col("start_ns") - pl.col("wait_ns") - pl.col("measure_start_ns")) // 1_000_000_000)
)

# Latency over time
print(events.group_by(KEYS + ["second"]).agg(
    pl.len().alias("events"),
    pl.col("response_ns").quantile(0.50, NEAREST).alias("p50_ns"),
    pl.col("response_ns").quantile(0.99, NEAREST).alias("p99_ns"),
    pl.col("response_ns").max().alias("max_ns"),
).sort(KEYS + ["second"]).collect())

# Heat map: bands are quarters of a doubling
band = (4 * pl.col("response_ns").clip(lower_bound=1).log(2)).floor().cast(pl.Int32)
print(events.with_columns(band=band).group_by(KEYS + ["second", "band"]).len().collect())

# Tail attribution: what the slowest percent spends in each statement
group = KEYS + ["transaction"]
chosen = events.with_columns(
    p50=pl.col("response_ns").quantile(0.50, NEAREST).over(group),
    p99=pl.col("response_ns").quantile(0.99, NEAREST).over(group),
).with_columns(tail=pl.col("response_ns") >= pl.col("p99")).filter(pl.col("tail") | (pl.col("response_ns") <= pl.col("p50")))
size = chosen.group_by(group + ["tail"]).agg(pl.len().alias("n"))
spent = chosen.select(group + ["event", "tail"]).join(
    scan("statements").select("cell", "repeat", "event", "statement", pl.col("service_ns").alias("ns")), on=["cell", "repeat", "event"])
print(spent.group_by(group + ["statement", "tail"]).agg(pl.col("ns").sum()).join(size, on=group + ["tail"])
      .with_columns(ms=pl.col("ns") / pl.col("n") / 1e6).sort(group + ["statement", "tail"]).collect())

# Scaling curve
factors = [name for name in cells.collect_schema().names() if name.startswith("factor_")]
seconds = (pl.col("measure_end_ns") - pl.col("measure_start_ns")).first() / 1e9
print(events.group_by(factors + KEYS).agg(
    (pl.len() / seconds).alias("throughput_per_s"), pl.col("response_ns").quantile(0.99, NEAREST).alias("p99_ns"),
).group_by(factors + ["cell", "load"]).agg(pl.col("throughput_per_s", "p99_ns").median()).sort(factors + ["load"]).collect())

# Stalls, and the counters that moved in them
ended = (pl.col("start_ns") + pl.col("service_ns") - pl.col("measure_start_ns")) // 1_000_000_000
pace = events.with_columns(second=ended).group_by("cell", "repeat", "second").agg(pl.len().alias("events"))
stalls = pace.with_columns(usual=pl.col("events").median().over("cell", "repeat")).filter(pl.col("events") < pl.col("usual") / 2)
one = ["cell", "repeat", "host", "source", "name"]
counters = (
    scan("samples").filter(pl.col("kind") == "counter").join(cells, on=["cell", "repeat"], suffix="_cell").sort("t_ns")
    .with_columns(moved=pl.col("value").diff().over(one), second=(pl.col("t_ns") - pl.col("measure_start_ns")) // 1_000_000_000)
    .with_columns(usually=pl.col("moved").median().over(one))
)
print(stalls.join(counters, on=["cell", "repeat", "second"])
      .with_columns(times_usual=(pl.col("moved") + 1) / (pl.col("usually") + 1)).sort("times_usual", descending=True).head(20).collect())


def compare_runs(merged="."):
    """Two runs side by side, in a directory that `assay archive merge` made."""
    keys = ["run", "cell", "repeat"]
    span = (pl.col("measure_end_ns") - pl.col("measure_start_ns")).first() / 1e9
    per_s = (
        pl.scan_parquet(f"{merged}/events.parquet").filter((pl.col("phase") == "measure") & (pl.col("outcome") == "ok"))
        .join(pl.scan_parquet(f"{merged}/cells.parquet").select(keys + ["measure_start_ns", "measure_end_ns"]), on=keys)
        .group_by(keys + ["load", "transaction"]).agg((pl.len() / span).alias("per_s"))
        .group_by("run", "cell", "load", "transaction").agg(pl.col("per_s").median())
    )
    return per_s.collect().pivot("run", index=["cell", "load", "transaction"], values="per_s")
