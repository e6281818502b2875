-- As read-modify-write.sql, but the row is locked before it is read.
\set id random(1, :counters)
BEGIN;
SELECT v FROM bmt_counters WHERE id = :id FOR UPDATE \gset
UPDATE bmt_counters SET v = :v + 1 WHERE id = :id;
INSERT INTO bmt_committed (counter) VALUES (:id);
COMMIT;
