-- One warehouse as sysbench-tpcc 585e2b8 makes and loads it: its types, keys, indexes and foreign
-- keys, and rows of the shape of its own. They are a function of their numbers. MariaDB.
CREATE TABLE warehouse1 (w_id SMALLINT NOT NULL, w_name VARCHAR(10), w_street_1 VARCHAR(20),
  w_street_2 VARCHAR(20), w_city VARCHAR(20), w_state CHAR(2), w_zip CHAR(9), w_tax DECIMAL(4,2),
  w_ytd DECIMAL(12,2), PRIMARY KEY (w_id)) ENGINE=InnoDB;
CREATE TABLE district1 (d_id TINYINT NOT NULL, d_w_id SMALLINT NOT NULL, d_name VARCHAR(10),
  d_street_1 VARCHAR(20), d_street_2 VARCHAR(20), d_city VARCHAR(20), d_state CHAR(2),
  d_zip CHAR(9), d_tax DECIMAL(4,2), d_ytd DECIMAL(12,2), d_next_o_id INT,
  PRIMARY KEY (d_w_id, d_id)) ENGINE=InnoDB;
CREATE TABLE customer1 (c_id INT NOT NULL, c_d_id TINYINT NOT NULL, c_w_id SMALLINT NOT NULL,
  c_first VARCHAR(16), c_middle CHAR(2), c_last VARCHAR(16), c_street_1 VARCHAR(20),
  c_street_2 VARCHAR(20), c_city VARCHAR(20), c_state CHAR(2), c_zip CHAR(9), c_phone CHAR(16),
  c_since DATETIME, c_credit CHAR(2), c_credit_lim BIGINT, c_discount DECIMAL(4,2),
  c_balance DECIMAL(12,2), c_ytd_payment DECIMAL(12,2), c_payment_cnt SMALLINT,
  c_delivery_cnt SMALLINT, c_data TEXT, PRIMARY KEY (c_w_id, c_d_id, c_id)) ENGINE=InnoDB;
CREATE TABLE history1 (h_c_id INT, h_c_d_id TINYINT, h_c_w_id SMALLINT, h_d_id TINYINT,
  h_w_id SMALLINT, h_date DATETIME, h_amount DECIMAL(6,2), h_data VARCHAR(24)) ENGINE=InnoDB;
CREATE TABLE orders1 (o_id INT NOT NULL, o_d_id TINYINT NOT NULL, o_w_id SMALLINT NOT NULL,
  o_c_id INT, o_entry_d DATETIME, o_carrier_id TINYINT, o_ol_cnt TINYINT, o_all_local TINYINT,
  PRIMARY KEY (o_w_id, o_d_id, o_id)) ENGINE=InnoDB;
CREATE TABLE new_orders1 (no_o_id INT NOT NULL, no_d_id TINYINT NOT NULL,
  no_w_id SMALLINT NOT NULL, PRIMARY KEY (no_w_id, no_d_id, no_o_id)) ENGINE=InnoDB;
CREATE TABLE order_line1 (ol_o_id INT NOT NULL, ol_d_id TINYINT NOT NULL,
  ol_w_id SMALLINT NOT NULL, ol_number TINYINT NOT NULL, ol_i_id INT, ol_supply_w_id SMALLINT,
  ol_delivery_d DATETIME, ol_quantity TINYINT, ol_amount DECIMAL(6,2), ol_dist_info CHAR(24),
  PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)) ENGINE=InnoDB;
CREATE TABLE stock1 (s_i_id INT NOT NULL, s_w_id SMALLINT NOT NULL, s_quantity SMALLINT,
  s_dist_01 CHAR(24), s_dist_02 CHAR(24), s_dist_03 CHAR(24), s_dist_04 CHAR(24),
  s_dist_05 CHAR(24), s_dist_06 CHAR(24), s_dist_07 CHAR(24), s_dist_08 CHAR(24),
  s_dist_09 CHAR(24), s_dist_10 CHAR(24), s_ytd DECIMAL(8,0), s_order_cnt SMALLINT,
  s_remote_cnt SMALLINT, s_data VARCHAR(50), PRIMARY KEY (s_w_id, s_i_id)) ENGINE=InnoDB;
CREATE TABLE item1 (i_id INT NOT NULL, i_im_id INT, i_name VARCHAR(24), i_price DECIMAL(5,2),
  i_data VARCHAR(50), PRIMARY KEY (i_id)) ENGINE=InnoDB;

CREATE TEMPORARY TABLE letter (number TINYINT PRIMARY KEY, letter CHAR(1), row24 CHAR(24));
INSERT INTO letter SELECT seq, CHAR(97 + seq USING latin1), REPEAT(CHAR(97 + seq USING latin1), 24)
  FROM seq_0_to_25;
CREATE TEMPORARY TABLE last_name (number SMALLINT PRIMARY KEY, name VARCHAR(16));
INSERT INTO last_name SELECT seq, CONCAT(
  ELT(1 + seq DIV 100, 'BAR', 'OUGHT', 'ABLE', 'PRI', 'PRES', 'ESE', 'ANTI', 'CALLY', 'ATION',
    'EING'),
  ELT(1 + seq DIV 10 MOD 10, 'BAR', 'OUGHT', 'ABLE', 'PRI', 'PRES', 'ESE', 'ANTI', 'CALLY',
    'ATION', 'EING'),
  ELT(1 + seq MOD 10, 'BAR', 'OUGHT', 'ABLE', 'PRI', 'PRES', 'ESE', 'ANTI', 'CALLY', 'ATION',
    'EING')) FROM seq_0_to_999;

INSERT INTO warehouse1 VALUES (1, 'kxjqpzwn', 'qhwlfmtrcs', 'bnvtyksdlq', 'wmzrtyplkg', 'qz',
  'zip-48213', 0.13, 300000.00);
INSERT INTO item1 SELECT seq, 1 + CRC32(CONCAT('image', seq)) MOD 10000,
  CONCAT('item-', LEFT(MD5(CONCAT('name', seq)), 14)),
  1 + CRC32(CONCAT('price', seq)) MOD 10001 / 100, MD5(CONCAT('data', seq))
  FROM seq_1_to_100000;
INSERT INTO district1 SELECT seq, 1, CONCAT('name-', seq), LEFT(MD5(CONCAT('street', seq)), 15),
  LEFT(MD5(CONCAT('street 2', seq)), 15), LEFT(MD5(CONCAT('city', seq)), 15), 'qz',
  CONCAT('zip-', LPAD(CRC32(CONCAT('zip', seq)) MOD 100000, 5, '0')),
  CRC32(CONCAT('tax', seq)) MOD 21 / 100, 30000.00, 3001 FROM seq_1_to_10;
INSERT INTO stock1 SELECT seq, 1, 10 + CRC32(CONCAT('quantity', seq)) MOD 91, a.row24, b.row24,
  c.row24, a.row24, b.row24, c.row24, a.row24, b.row24, c.row24, a.row24, 0, 0, 0,
  REPEAT(b.letter, 26 + CRC32(CONCAT('length', seq)) MOD 25)
  FROM seq_1_to_100000 STRAIGHT_JOIN letter a ON a.number = CRC32(CONCAT('a', seq)) MOD 26
  STRAIGHT_JOIN letter b ON b.number = CRC32(CONCAT('b', seq)) MOD 26
  STRAIGHT_JOIN letter c ON c.number = CRC32(CONCAT('c', seq)) MOD 26;
INSERT INTO customer1 SELECT 1 + seq MOD 3000, 1 + seq DIV 3000, 1,
  LEFT(MD5(CONCAT('first', seq)), 8 + CRC32(CONCAT('length', seq)) MOD 9), 'OE', name,
  LEFT(MD5(CONCAT('street', seq)), 15), LEFT(MD5(CONCAT('street 2', seq)), 15),
  LEFT(MD5(CONCAT('city', seq)), 15), 'qz',
  CONCAT('zip-', LPAD(CRC32(CONCAT('zip', seq)) MOD 100000, 5, '0')),
  LPAD(CRC32(CONCAT('phone', seq)), 16, '0'), NOW(),
  IF(CRC32(CONCAT('credit', seq)) MOD 10 = 0, 'BC', 'GC'), 50000,
  CRC32(CONCAT('discount', seq)) MOD 51 / 100, -10.00, 10.00, 1, 0,
  REPEAT(letter, 300 + CRC32(CONCAT('data', seq)) MOD 201)
  FROM seq_0_to_29999
  STRAIGHT_JOIN last_name ON last_name.number =
    IF(seq MOD 3000 < 1000, seq MOD 3000, CRC32(CONCAT('last', seq)) MOD 1000)
  STRAIGHT_JOIN letter ON letter.number = CRC32(CONCAT('letter', seq)) MOD 26;
INSERT INTO history1 SELECT 1 + seq MOD 3000, 1 + seq DIV 3000, 1, 1 + seq DIV 3000, 1, NOW(),
  10.00, row24
  FROM seq_0_to_29999 STRAIGHT_JOIN letter ON number = CRC32(CONCAT('history', seq)) MOD 26;
-- One shuffle of the customers for all districts: 1787 and 3000 have no divisor in common.
INSERT INTO orders1 SELECT 1 + seq MOD 3000, 1 + seq DIV 3000, 1,
  1 + (seq MOD 3000 * 1787 + 911) MOD 3000, NOW(),
  IF(seq MOD 3000 < 2100, 1 + CRC32(CONCAT('carrier', seq)) MOD 10, NULL),
  5 + CRC32(CONCAT('lines', seq)) MOD 11, 1 FROM seq_0_to_29999;
INSERT INTO new_orders1 SELECT 2101 + seq MOD 900, 1 + seq DIV 900, 1 FROM seq_0_to_8999;
INSERT INTO order_line1 SELECT o_id, o_d_id, o_w_id, seq,
  1 + CRC32(CONCAT('item', o_d_id, ' ', o_id, ' ', seq)) MOD 100000, o_w_id,
  IF(o_id < 2101, o_entry_d, NULL), 5,
  IF(o_id < 2101, 0, (1 + CRC32(CONCAT('amount', o_d_id, ' ', o_id, ' ', seq)) MOD 999999) / 100),
  row24
  FROM orders1 STRAIGHT_JOIN seq_1_to_15 ON seq <= o_ol_cnt
  STRAIGHT_JOIN letter ON number = (o_id + seq) MOD 26;

CREATE INDEX idx_customer1 ON customer1 (c_w_id, c_d_id, c_last, c_first);
CREATE INDEX idx_orders1 ON orders1 (o_w_id, o_d_id, o_c_id, o_id);
CREATE INDEX fkey_stock_21 ON stock1 (s_i_id);
CREATE INDEX fkey_order_line_21 ON order_line1 (ol_supply_w_id, ol_i_id);
CREATE INDEX fkey_history_11 ON history1 (h_c_w_id, h_c_d_id, h_c_id);
CREATE INDEX fkey_history_21 ON history1 (h_w_id, h_d_id);

SET foreign_key_checks = 0;
ALTER TABLE new_orders1 ADD CONSTRAINT fkey_new_orders_1_1 FOREIGN KEY (no_w_id, no_d_id, no_o_id)
  REFERENCES orders1 (o_w_id, o_d_id, o_id);
ALTER TABLE orders1 ADD CONSTRAINT fkey_orders_1_1 FOREIGN KEY (o_w_id, o_d_id, o_c_id)
  REFERENCES customer1 (c_w_id, c_d_id, c_id);
ALTER TABLE customer1 ADD CONSTRAINT fkey_customer_1_1 FOREIGN KEY (c_w_id, c_d_id)
  REFERENCES district1 (d_w_id, d_id);
ALTER TABLE history1 ADD CONSTRAINT fkey_history_1_1 FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id)
  REFERENCES customer1 (c_w_id, c_d_id, c_id);
ALTER TABLE history1 ADD CONSTRAINT fkey_history_2_1 FOREIGN KEY (h_w_id, h_d_id)
  REFERENCES district1 (d_w_id, d_id);
ALTER TABLE district1 ADD CONSTRAINT fkey_district_1_1 FOREIGN KEY (d_w_id)
  REFERENCES warehouse1 (w_id);
ALTER TABLE order_line1 ADD CONSTRAINT fkey_order_line_1_1 FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id)
  REFERENCES orders1 (o_w_id, o_d_id, o_id);
ALTER TABLE order_line1 ADD CONSTRAINT fkey_order_line_2_1 FOREIGN KEY (ol_supply_w_id, ol_i_id)
  REFERENCES stock1 (s_w_id, s_i_id);
ALTER TABLE stock1 ADD CONSTRAINT fkey_stock_1_1 FOREIGN KEY (s_w_id) REFERENCES warehouse1 (w_id);
ALTER TABLE stock1 ADD CONSTRAINT fkey_stock_2_1 FOREIGN KEY (s_i_id) REFERENCES item1 (i_id);
