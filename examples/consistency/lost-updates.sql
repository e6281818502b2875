-- One statement, so one snapshot: transactions that this node has not yet applied are in neither number.
SELECT (SELECT COUNT(*) FROM bmt_committed) AS committed, (SELECT SUM(v) FROM bmt_counters) AS counted \gset
\set lost debug(:committed - :counted)
-- As many rows as updates were lost.
SELECT id FROM bmt_committed LIMIT :lost;
\expect rows=0
