DROP TABLE IF EXISTS microbench_delete;
