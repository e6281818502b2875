\set k1 random(1, :table_size)
\set k2 random(1, :table_size)
\set k3 random(1, :table_size)
\set k4 random(1, :table_size)
\set k5 random(1, :table_size)
\set k6 random(1, :table_size)
\set k7 random(1, :table_size)
\set k8 random(1, :table_size)
\set k9 random(1, :table_size)
\set k10 random(1, :table_size)
SELECT id, k FROM sbtest1
  WHERE k IN (:k1, :k2, :k3, :k4, :k5, :k6, :k7, :k8, :k9, :k10);
