-- Optimistic locking, as an ORM does with a version column: the value that was read must still be there.
\set id random(1, :counters)
BEGIN;
SELECT v FROM bmt_counters WHERE id = :id \gset
UPDATE bmt_counters SET v = :v + 1 WHERE id = :id AND v = :v;
SELECT ROW_COUNT() AS changed \gset
\if :changed = 1
  INSERT INTO bmt_committed (counter) VALUES (:id);
  COMMIT;
\else
  ROLLBACK;
\endif
