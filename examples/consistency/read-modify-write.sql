-- The application reads, computes and writes, as an ORM does without a version column.
\set id random(1, :counters)
BEGIN;
SELECT v FROM bmt_counters WHERE id = :id \gset
UPDATE bmt_counters SET v = :v + 1 WHERE id = :id;
INSERT INTO bmt_committed (counter) VALUES (:id);
COMMIT;
