\set k random(1, :table_size)
\set c digits(119)
\set pad digits(59)
INSERT INTO sbtest1 (k, c, pad) VALUES (:k, :c, :pad);
