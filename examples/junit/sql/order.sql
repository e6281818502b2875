\set customer random(1, :customers)
\set amount random(1, 5000)
BEGIN;
INSERT INTO orders (customer, amount) VALUES (:customer, :amount);
SELECT COUNT(*) FROM orders WHERE customer = :customer;
\expect rows=1
COMMIT;
