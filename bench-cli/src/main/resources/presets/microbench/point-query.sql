\set id random(1, :table_size)
SELECT c FROM sbtest1 WHERE id = :id;
