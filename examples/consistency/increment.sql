-- The server computes: a statement that writes reads the newest value.
\set id random(1, :counters)
BEGIN;
UPDATE bmt_counters SET v = v + 1 WHERE id = :id;
INSERT INTO bmt_committed (counter) VALUES (:id);
COMMIT;
