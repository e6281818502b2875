\set from random(1, :table_size - 99)
\set to :from + 99
SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN :from AND :to ORDER BY c;
