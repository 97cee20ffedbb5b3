-- The same as leakcheck merge reports/*.jsonl --label version, in DuckDB: duckdb < merge.sql
SELECT severity, kind, count(*) AS seen, sum(instances) AS instances,
       min(labels.version) AS first, max(labels.version) AS last,
       any_value(message) AS exemplar, fingerprint
FROM read_json('reports/*.jsonl', format = 'newline_delimited', union_by_name = true)
GROUP BY ALL
ORDER BY severity, seen DESC;
