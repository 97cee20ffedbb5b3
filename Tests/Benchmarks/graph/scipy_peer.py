"""SciPy's csgraph: strong components and breadth-first search in compiled code."""

import sys
import time

import numpy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components


def hash_of(values):
    word = (numpy.arange(len(values), dtype=numpy.uint64) << numpy.uint64(32)) | values.astype(
        numpy.int32).view(numpy.uint32).astype(numpy.uint64)
    word *= numpy.uint64(0x9E3779B97F4A7C15)
    word ^= word >> numpy.uint64(29)
    word *= numpy.uint64(0xBF58476D1CE4E5B9)
    return int((word ^ (word >> numpy.uint64(32))).sum(dtype=numpy.uint64))


def main():
    with open(sys.argv[1], "rb") as file:
        _, vertices, edges, sources = (int(n) for n in numpy.fromfile(file, numpy.int64, 4))
        starts = numpy.fromfile(file, numpy.int32, vertices + 1)
        heads = numpy.fromfile(file, numpy.int32, edges)
        roots = numpy.unique(numpy.fromfile(file, numpy.int32, sources))
    starts = numpy.append(starts, starts[-1] + len(roots)).astype(numpy.int32)
    heads = numpy.append(heads, roots).astype(numpy.int32)
    # SciPy copies other types than this one in every call.
    graph = csr_array((numpy.ones(len(heads)), heads, starts), shape=(vertices + 1, vertices + 1))
    # SciPy 1.17 does not come back from components of some graphs with parallel edges.
    graph.sum_duplicates()
    print("ready SciPy", flush=True)
    for job in map(str.strip, sys.stdin):
        start = time.process_time()
        if job == "scc":
            _, labels = connected_components(graph, directed=True, connection="strong")
            stop = time.process_time()
            least = numpy.full(vertices + 1, -1, numpy.int32)
            least[labels[:vertices][::-1]] = numpy.arange(vertices, dtype=numpy.int32)[::-1]
            result = hash_of(least[labels[:vertices]])
        elif job == "bfs":
            order, parents = breadth_first_order(graph, vertices, directed=True)
            stop = time.process_time()
            result = hash_of(lengths(order, parents, vertices))
        else:
            print(job, "- -", flush=True)
            continue
        print(job, (stop - start) * 1e3, result, flush=True)


def lengths(order, parents, vertices):
    """The length of each path, vertex by vertex in the order of the search."""
    result = [-2] * (vertices + 1)
    result[vertices] = -1
    parents = parents.tolist()
    for vertex in order.tolist()[1:]:
        result[vertex] = result[parents[vertex]] + 1
    return numpy.array(result[:vertices], numpy.int32)


main()
