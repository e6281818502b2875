\set id random(1, :table_size)
UPDATE sbtest1 SET k = k + 1 WHERE id = :id;
