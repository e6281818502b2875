-- A copy, so that the other statements find the same rows.
DROP TABLE IF EXISTS microbench_insert;
CREATE TABLE microbench_insert LIKE sbtest1;
INSERT INTO microbench_insert SELECT * FROM sbtest1;
