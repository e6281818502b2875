-- The counters, and a row for each transaction that committed.
DROP TABLE IF EXISTS bmt_counters, bmt_committed;
CREATE TABLE bmt_counters (id INT PRIMARY KEY, v BIGINT NOT NULL);
CREATE TABLE bmt_committed (id BIGINT AUTO_INCREMENT PRIMARY KEY, counter INT NOT NULL);
INSERT INTO bmt_counters
  WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < :counters) SELECT id, 0 FROM n;
