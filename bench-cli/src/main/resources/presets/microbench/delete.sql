-- Each row once, in random order, by one connection; it fails when no row is left.
\set n :n + 1
\set id permute(:n, :table_size) + 1
DELETE FROM microbench_delete WHERE id = :id;
\expect affected=1
