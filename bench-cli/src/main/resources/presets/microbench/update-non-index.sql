\set id random(1, :table_size)
\set c digits(119)
UPDATE sbtest1 SET c = :c WHERE id = :id;
