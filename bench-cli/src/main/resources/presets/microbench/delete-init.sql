-- A copy, so that the other statements find all rows.
DROP TABLE IF EXISTS microbench_delete;
CREATE TABLE microbench_delete LIKE sbtest1;
INSERT INTO microbench_delete SELECT * FROM sbtest1;
