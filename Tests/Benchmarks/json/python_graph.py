#!/usr/bin/env python3
"""Writes the live objects of this Python process as graph JSON: ids are addresses of 15 digits.

  python_graph.py FILE [copies]

A real heap rather than a made one: the modules of the standard library, and `copies` copies of the
syntax trees of some of them.
"""
import ast
import gc
import inspect
import json
import sys

MODULES = ["argparse", "ast", "asyncio.base_events", "collections", "decimal", "difflib", "doctest",
           "email.message", "http.client", "inspect", "json.decoder", "logging", "pdb", "pickle",
           "pydoc", "socket", "subprocess", "tarfile", "typing", "unittest.mock", "zipfile"]


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 64
    modules = [__import__(name, fromlist=["_"]) for name in MODULES]
    copies = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    keep = [ast.parse(inspect.getsource(module)) for module in modules for _ in range(copies)]
    gc.collect()
    gc.disable()
    objects = gc.get_objects()
    known = {id(item) for item in objects}
    with open(sys.argv[1], "w") as file:
        write = file.write
        write('{"leakcheck": 1, "collector": "tracing",\n"objects": [\n')
        write(",\n".join(
            json.dumps({"id": id(item), "type": type(item).__name__, "size": sys.getsizeof(item, 0)})
            for item in objects))
        write('],\n"references": [\n')
        separator = ""
        for item in objects:
            for target in gc.get_referents(item):
                if id(target) in known:
                    write(f'{separator}{{"from": {id(item)}, "to": {id(target)}}}')
                    separator = ",\n"
        write("]}\n")
    return 0 if keep else 1


sys.exit(main())
