#!/usr/bin/env python3
"""Python's json, or orjson, on graph JSON: parses into dictionaries and lists.

  json_peer.py json|orjson FILE [repetitions]

Prints the name and the median in milliseconds. The bytes are in memory before the clock starts.
"""
import gc
import json
import statistics
import sys
import time


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in ("json", "orjson"):
        print(__doc__, file=sys.stderr)
        return 64
    parse = json.loads
    if sys.argv[1] == "orjson":
        import orjson  # pip install orjson

        parse = orjson.loads
    with open(sys.argv[2], "rb") as file:
        data = file.read()
    gc.disable()  # in the parser's favour
    times = []
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 3):
        start = time.perf_counter()
        graph = parse(data)
        times.append((time.perf_counter() - start) * 1000)
        if not graph["objects"]:
            return 1
        del graph
    print(f"python-{sys.argv[1]} {statistics.median(times):.1f}")
    return 0


sys.exit(main())
