# Not run here: the analyses of this directory in pandas 2 with pyarrow.
# In the directory of a run: python analysis_pandas.py (compare: in a merged data set)
import numpy as np
import pandas as pd

KEYS = ["cell", "repeat", "load"]


def load(table, columns=None):
    rows = pd.read_parquet(table, columns=columns)  # cell and repeat come from the path
    return rows.astype({"cell": int, "repeat": int})


def nearest_rank(values, p):
    ordered = np.sort(np.asarray(values))
    return ordered[max(int(np.ceil(round(p * len(ordered), 9))), 1) - 1]


cells = pd.read_parquet("cells.parquet")
events = load("events").merge(cells, on=["cell", "repeat"], suffixes=("", "_cell"))
events = events[(events.phase == "measure") & (events.outcome == "ok")].copy()
events["response_ns"] = events.wait_ns + events.service_ns
events["second"] = (events.start_ns - events.wait_ns - events.measure_start_ns) // 1_000_000_000

# Latency over time
print(events.groupby(KEYS + ["second"]).response_ns.agg(
    events="size", p50=lambda v: nearest_rank(v, 0.50), p99=lambda v: nearest_rank(v, 0.99), max="max"))

# Heat map: bands are quarters of a doubling
events["band"] = np.floor(4 * np.log2(events.response_ns.clip(lower=1))).astype(int)
print(events.pivot_table(index="band", columns="second", values="event", aggfunc="count", fill_value=0))

# Tail attribution: what the slowest percent spends in each statement
group = KEYS + ["transaction"]
p99 = events.groupby(group).response_ns.transform(lambda v: nearest_rank(v, 0.99))
p50 = events.groupby(group).response_ns.transform(lambda v: nearest_rank(v, 0.50))
chosen = events.assign(tail=events.response_ns >= p99)[(events.response_ns >= p99) | (events.response_ns <= p50)]
statements = load("statements", ["event", "statement", "service_ns"])
spent = chosen[group + ["event", "tail"]].merge(statements, on=["cell", "repeat", "event"])
each = spent.groupby(group + ["statement", "tail"]).service_ns.sum().unstack("tail", fill_value=0)
size = chosen.groupby(group + ["tail"]).size().unstack("tail", fill_value=0)
print((each.div(size) / 1e6).rename(columns={True: "tail_ms", False: "typical_ms"}))

# Scaling curve
factors = [c for c in cells.columns if c.startswith("factor_")]
seconds = (events.measure_end_ns - events.measure_start_ns) / 1e9
curve = events.assign(seconds=seconds).groupby(factors + KEYS).agg(
    events=("event", "size"), seconds=("seconds", "first"), p99_ns=("response_ns", lambda v: nearest_rank(v, 0.99)))
curve["throughput_per_s"] = curve.events / curve.seconds
print(curve.groupby(factors + ["cell", "load"])[["throughput_per_s", "p99_ns"]].median())

# Stalls, and the counters that moved in them
ended = (events.start_ns + events.service_ns - events.measure_start_ns) // 1_000_000_000
pace = events.groupby(["cell", "repeat", ended.rename("second")]).size().rename("events").reset_index()
pace["usual"] = pace.groupby(["cell", "repeat"]).events.transform("median")
stalls = pace[pace.events < pace.usual / 2]  # a second without any event has no row: see stalls.sql
samples = load("samples").merge(cells[["cell", "repeat", "measure_start_ns"]], on=["cell", "repeat"])
counters = samples[samples.kind == "counter"].sort_values("t_ns")
one = ["cell", "repeat", "host", "source", "name"]
counters["moved"] = counters.groupby(one).value.diff()
counters["usually"] = counters.groupby(one).moved.transform("median")
counters["second"] = (counters.t_ns - counters.measure_start_ns) // 1_000_000_000
print(stalls.merge(counters, on=["cell", "repeat", "second"]).assign(
    times_usual=lambda d: (d.moved + 1) / (d.usually + 1)).sort_values("times_usual", ascending=False).head(20))


def compare_runs(merged="."):
    """Two runs side by side, in a directory that `assay archive merge` made."""
    runs = pd.read_parquet(f"{merged}/runs.parquet").sort_values("started").run.tolist()
    e = pd.read_parquet(f"{merged}/events.parquet")
    c = pd.read_parquet(f"{merged}/cells.parquet")
    e = e[(e.phase == "measure") & (e.outcome == "ok")].merge(
        c[["run", "cell", "repeat", "measure_start_ns", "measure_end_ns"]], on=["run", "cell", "repeat"])
    e["seconds"] = (e.measure_end_ns - e.measure_start_ns) / 1e9
    each = e.groupby(["run", "cell", "repeat", "load", "transaction"]).agg(events=("event", "size"), seconds=("seconds", "first"))
    per_s = (each.events / each.seconds).groupby(["run", "cell", "load", "transaction"]).median().unstack("run")
    return per_s.assign(ratio=per_s[runs[1]] / per_s[runs[0]])
