\set k random(1, :table_size)
\set c digits(119)
\set pad digits(59)
INSERT INTO microbench_insert (k, c, pad) VALUES (:k, :c, :pad);
