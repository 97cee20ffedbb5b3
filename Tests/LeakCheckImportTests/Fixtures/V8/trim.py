"""Keeps of a heap snapshot what lies around the objects of program.js: trim.py IN OUT"""
import json, sys
from collections import deque

snapshot = json.load(open(sys.argv[1]))
newline = b"\n," in open(sys.argv[1], "rb").read(100_000)
meta = snapshot["snapshot"]["meta"]
width = len(meta["node_fields"])
strings, nodes, edges = snapshot["strings"], snapshot["nodes"], snapshot["edges"]
rows = [nodes[i:i + width] for i in range(0, len(nodes), width)]
types = meta["node_types"][0]
links = meta["edge_types"][0]
out, position = [], 0
for row in rows:
    count = row[4]
    out.append([tuple(edges[3 * i:3 * i + 3]) for i in range(position, position + count)])
    position += count
strong = lambda row: [e[2] // width for e in out[row] if links[e[0]] != "weak"]
parent, queue = {0: None}, deque([0])
while queue:
    row = queue.popleft()
    for target in strong(row):
        if target not in parent:
            parent[target] = row
            queue.append(target)
named = lambda edge: strings[edge[1]] if links[edge[0]] not in ("element", "hidden") else ""
app = next(e[2] // width for row in range(len(rows)) for e in out[row] if named(e) == "app" and e[2] // width in parent
           and types[rows[e[2] // width][0]] == "object" and any(named(x) == "cache" for x in out[e[2] // width]))
sessions = {row for row in range(len(rows)) if any(named(e) == "onExpire" for e in out[row])
            and strings[rows[row][1]] == "Session"}
keep, near = set(range(30)), {app} | sessions
plain = lambda row: types[rows[row][0]] in ("object", "array", "string", "closure", "symbol", "number")
for _ in range(5):
    keep |= near
    near = {t for row in near if plain(row) for t in (e[2] // width for e in out[row])
            if t not in keep and len(out[row]) < 60}
    near = set(sorted(near)[:120])
for row in list(keep):
    while row is not None and row in parent:
        keep.add(row)
        row = parent[row]
order = sorted(keep)
index = {row: place for place, row in enumerate(order)}
texts, used = [], {}
def text(number):
    if number not in used:
        used[number] = len(texts)
        texts.append(strings[number])
    return used[number]
new_nodes, new_edges = [], []
for row in order:
    kept = [e for e in out[row] if e[2] // width in index]
    node = list(rows[row])
    node[1], node[4] = text(node[1]), len(kept)
    new_nodes.append(node)
    for kind, name, target in kept:
        name = name if links[kind] in ("element", "hidden") else text(name)
        new_edges.append([kind, name, index[target // width] * width])
head = snapshot["snapshot"]
head["node_count"], head["edge_count"] = len(new_nodes), len(new_edges)
end = "\n" if newline else ""
array = lambda rows: "[" + (end + ",").join(",".join(map(str, r)) for r in rows) + end + "]"
dump = lambda value: json.dumps(value, separators=(",", ":"))
members = [("snapshot", dump(head)), ("nodes", array(new_nodes)), ("edges", array(new_edges))]
members += [(key, "[]") for key in ("trace_function_infos", "trace_tree", "samples", "locations")]
members += [("strings", "[" + ",\n".join(dump(t) for t in texts) + "]")]
open(sys.argv[2], "w").write("{" + ",\n".join('"%s":%s' % m for m in members) + "}")
print(len(new_nodes), len(new_edges), len(texts))
