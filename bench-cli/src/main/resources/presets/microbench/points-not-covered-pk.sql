\set id1 random(1, :table_size)
\set id2 random(1, :table_size)
\set id3 random(1, :table_size)
\set id4 random(1, :table_size)
\set id5 random(1, :table_size)
\set id6 random(1, :table_size)
\set id7 random(1, :table_size)
\set id8 random(1, :table_size)
\set id9 random(1, :table_size)
\set id10 random(1, :table_size)
SELECT c FROM sbtest1
  WHERE id IN (:id1, :id2, :id3, :id4, :id5, :id6, :id7, :id8, :id9, :id10);
