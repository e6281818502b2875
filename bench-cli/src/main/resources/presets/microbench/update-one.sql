\set c digits(119)
UPDATE sbtest1 SET c = :c WHERE id = 1;
