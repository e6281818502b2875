-- A hundredth of the table.
\set rows :table_size / 100
\set from random(1, :table_size - :rows)
\set to :from + :rows
SELECT SUM(LENGTH(c)) FROM sbtest1 WHERE id BETWEEN :from AND :to;
