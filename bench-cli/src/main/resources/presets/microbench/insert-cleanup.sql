-- The table is as before.
DELETE FROM sbtest1 WHERE id > :table_size;
