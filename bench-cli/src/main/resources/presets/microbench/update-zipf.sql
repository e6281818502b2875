-- Hot rows, spread over the table.
\set id permute(random_zipfian(1, :table_size, 1.1) - 1, :table_size) + 1
\set c digits(119)
UPDATE sbtest1 SET c = :c WHERE id = :id;
