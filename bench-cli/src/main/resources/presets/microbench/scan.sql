-- Reads the whole table, of which no row fits.
SELECT COUNT(*) FROM sbtest1 WHERE LENGTH(c) < 0;
