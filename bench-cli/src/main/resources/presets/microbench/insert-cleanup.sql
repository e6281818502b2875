DROP TABLE IF EXISTS microbench_insert;
