-- Each row once, in random order.
\set n :n + 1
\set id permute(:n, :table_size) + 1
DELETE FROM microbench_delete WHERE id = :id;
