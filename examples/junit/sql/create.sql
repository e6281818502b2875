CREATE TABLE orders (id BIGINT AUTO_INCREMENT PRIMARY KEY, customer INT NOT NULL, amount INT NOT NULL,
  KEY of_customer (customer));
