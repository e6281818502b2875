SELECT k % 100 AS part, COUNT(*) FROM sbtest1 IGNORE INDEX (k_1) GROUP BY part;
