"""The bootstrap of scipy of the same clusters: reads {k, n, resamples, rounds} on standard input, prints least seconds."""
import json
import sys
import time

import numpy
import scipy
from scipy.stats import bootstrap

given = json.load(sys.stdin)
k = numpy.array(given["k"], dtype=float)
n = numpy.array(given["n"], dtype=float)
one_size = bool((n == n[0]).all())


def ratio(k, n, axis=-1):
    return k.sum(axis=axis) / n.sum(axis=axis)


# of clusters of one size the ratio is a mean, which is less work for scipy: it gets what is easiest for it
data, statistic, paired = ((k / n,), numpy.mean, False) if one_size else ((k, n), ratio, True)


def seconds(method):
    least = float("inf")
    for _ in range(given["rounds"]):
        start = time.perf_counter()
        found = bootstrap(
            data, statistic, paired=paired, vectorized=True, n_resamples=given["resamples"], method=method,
            confidence_level=0.95, random_state=1,
        ).confidence_interval
        least = min(least, time.perf_counter() - start)
    return {"seconds": least, "lower": found.low, "upper": found.high}


print(json.dumps({"version": scipy.__version__, "percentile": seconds("percentile"), "bca": seconds("BCa")}))
