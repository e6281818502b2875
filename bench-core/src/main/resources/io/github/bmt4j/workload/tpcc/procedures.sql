CREATE PROCEDURE IF NOT EXISTS tpcc_new_order#_v2 (IN w INT, IN d INT, IN c INT, IN cnt INT, IN loc INT, IN line TEXT)
proc: BEGIN
  DECLARE o, n, i, sw, q, s INT DEFAULT 0;
  DECLARE missing INT DEFAULT 0;
  DECLARE price, discount, wtax, dtax DECIMAL(10,4);
  DECLARE last, name, data, sdata, info VARCHAR(100);
  DECLARE credit CHAR(2);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET missing = 1;
  START TRANSACTION;
  SELECT c_discount, c_last, c_credit, w_tax INTO discount, last, credit, wtax
    FROM customer#, warehouse# WHERE w_id = w AND c_w_id = w_id AND c_d_id = d AND c_id = c;
  SELECT d_next_o_id, d_tax INTO o, dtax FROM district# WHERE d_w_id = w AND d_id = d
    FOR UPDATE;
  IF missing THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'row not found: the tables may be incomplete, or --scale too large'; END IF;
  UPDATE district# SET d_next_o_id = o + 1 WHERE d_id = d AND d_w_id = w;
  INSERT INTO orders# (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
    VALUES (o, d, w, c, NOW(), cnt, loc);
  INSERT INTO new_orders# (no_o_id, no_d_id, no_w_id) VALUES (o, d, w);
  WHILE n < cnt DO
    SET i = SUBSTRING_INDEX(SUBSTRING_INDEX(line, ',', 3 * n + 1), ',', -1);
    SET sw = SUBSTRING_INDEX(SUBSTRING_INDEX(line, ',', 3 * n + 2), ',', -1);
    SET q = SUBSTRING_INDEX(SUBSTRING_INDEX(line, ',', 3 * n + 3), ',', -1);
    SET n = n + 1;
    SELECT i_price, i_name, i_data INTO price, name, data FROM item# WHERE i_id = i;
    IF missing THEN
      ROLLBACK;
      SELECT 0 AS o_id;
      LEAVE proc;
    END IF;
    SELECT s_quantity, s_data, ELT(d, s_dist_01, s_dist_02, s_dist_03, s_dist_04,
      s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10)
      INTO s, sdata, info FROM stock# WHERE s_i_id = i AND s_w_id = sw FOR UPDATE;
    IF missing THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'row not found: the tables may be incomplete, or --scale too large'; END IF;
    UPDATE stock# SET s_quantity = s - q + IF(s >= q + 10, 0, 91), s_ytd = s_ytd + q,
      s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + (sw <> w)
      WHERE s_i_id = i AND s_w_id = sw;
    INSERT INTO order_line# (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id,
      ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
      VALUES (o, d, w, n, i, sw, q, q * price, info);
  END WHILE;
  COMMIT;
  SELECT o AS o_id, last, credit, discount, wtax, dtax;
END
//
CREATE PROCEDURE IF NOT EXISTS tpcc_payment#_v2 (IN w INT, IN d INT, IN cw INT, IN cd INT, IN c INT, IN last VARCHAR(16),
  IN amount DECIMAL(6,2))
BEGIN
  DECLARE n INT DEFAULT 0;
  DECLARE missing INT DEFAULT 0;
  DECLARE wname, dname VARCHAR(10);
  DECLARE credit CHAR(2);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET missing = 1;
  START TRANSACTION;
  UPDATE warehouse# SET w_ytd = w_ytd + amount WHERE w_id = w;
  SELECT w_name INTO wname FROM warehouse# WHERE w_id = w;
  UPDATE district# SET d_ytd = d_ytd + amount WHERE d_w_id = w AND d_id = d;
  SELECT d_name INTO dname FROM district# WHERE d_w_id = w AND d_id = d;
  IF c = 0 THEN
    SELECT COUNT(c_id) INTO n FROM customer# WHERE c_w_id = cw AND c_d_id = cd
      AND c_last = last;
    SET n = GREATEST((n + 1) DIV 2 - 1, 0);
    SELECT c_id INTO c FROM customer# WHERE c_w_id = cw AND c_d_id = cd AND c_last = last
      ORDER BY c_first LIMIT n, 1;
  END IF;
  SELECT c_credit INTO credit FROM customer# WHERE c_w_id = cw AND c_d_id = cd
    AND c_id = c FOR UPDATE;
  IF missing THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'row not found: the tables may be incomplete, or --scale too large'; END IF;
  IF credit = 'BC' THEN
    UPDATE customer# SET c_balance = c_balance - amount,
      c_ytd_payment = c_ytd_payment + amount, c_payment_cnt = c_payment_cnt + 1,
      c_data = LEFT(CONCAT(c, ' ', cd, ' ', cw, ' ', d, ' ', w, ' ', amount, ' ',
        c_data), 500)
      WHERE c_w_id = cw AND c_d_id = cd AND c_id = c;
  ELSE
    UPDATE customer# SET c_balance = c_balance - amount,
      c_ytd_payment = c_ytd_payment + amount, c_payment_cnt = c_payment_cnt + 1
      WHERE c_w_id = cw AND c_d_id = cd AND c_id = c;
  END IF;
  INSERT INTO history# (h_c_d_id, h_c_w_id, h_c_id, h_d_id, h_w_id, h_date, h_amount,
    h_data) VALUES (cd, cw, c, d, w, NOW(), amount, CONCAT(wname, '    ', dname));
  COMMIT;
  SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state,
    c_zip, c_phone, c_credit, c_credit_lim, c_discount, c_balance, c_since
    FROM customer# WHERE c_w_id = cw AND c_d_id = cd AND c_id = c;
END
//
CREATE PROCEDURE IF NOT EXISTS tpcc_order_status#_v2 (IN cw INT, IN cd INT, IN c INT, IN last VARCHAR(16))
BEGIN
  DECLARE n, o INT DEFAULT 0;
  DECLARE missing INT DEFAULT 0;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET missing = 1;
  START TRANSACTION;
  IF c = 0 THEN
    SELECT COUNT(c_id) INTO n FROM customer# WHERE c_w_id = cw AND c_d_id = cd
      AND c_last = last;
    SET n = GREATEST((n + 1) DIV 2 - 1, 0);
    SELECT c_id INTO c FROM customer# WHERE c_w_id = cw AND c_d_id = cd AND c_last = last
      ORDER BY c_first LIMIT n, 1;
  END IF;
  SELECT o_id INTO o FROM orders# WHERE o_w_id = cw AND o_d_id = cd AND o_c_id = c
    ORDER BY o_id DESC LIMIT 1;
  IF missing THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'row not found: the tables may be incomplete, or --scale too large'; END IF;
  SELECT c_id, c_balance, c_first, c_middle, c_last, o_id, o_carrier_id, o_entry_d
    FROM customer#, orders# WHERE c_w_id = cw AND c_d_id = cd AND c_id = c
    AND o_w_id = cw AND o_d_id = cd AND o_id = o;
  SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
    FROM order_line# WHERE ol_w_id = cw AND ol_d_id = cd AND ol_o_id = o;
  COMMIT;
END
//
CREATE PROCEDURE IF NOT EXISTS tpcc_delivery#_v3 (IN w INT, IN carrier INT)
BEGIN
  DECLARE d, o, c, skipped INT DEFAULT 0;
  DECLARE missing INT DEFAULT 0;
  DECLARE total DECIMAL(12,2);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET missing = 1;
  START TRANSACTION;
  WHILE d < 10 DO
    SET d = d + 1;
    SELECT no_o_id INTO o FROM new_orders# WHERE no_d_id = d AND no_w_id = w
      ORDER BY no_o_id ASC LIMIT 1 FOR UPDATE;
    IF missing THEN
      SET missing = 0;
      SET skipped = skipped + 1;
    ELSE
      DELETE FROM new_orders# WHERE no_o_id = o AND no_d_id = d AND no_w_id = w;
      SELECT o_c_id INTO c FROM orders# WHERE o_id = o AND o_d_id = d AND o_w_id = w
        FOR UPDATE;
      IF missing THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'row not found: the tables may be incomplete, or --scale too large'; END IF;
      UPDATE orders# SET o_carrier_id = carrier
        WHERE o_id = o AND o_d_id = d AND o_w_id = w;
      UPDATE order_line# SET ol_delivery_d = NOW()
        WHERE ol_o_id = o AND ol_d_id = d AND ol_w_id = w;
      SELECT SUM(ol_amount) INTO total FROM order_line#
        WHERE ol_o_id = o AND ol_d_id = d AND ol_w_id = w;
      UPDATE customer# SET c_balance = c_balance + total,
        c_delivery_cnt = c_delivery_cnt + 1
        WHERE c_id = c AND c_d_id = d AND c_w_id = w;
    END IF;
  END WHILE;
  COMMIT;
  SELECT skipped;
END
//
CREATE PROCEDURE IF NOT EXISTS tpcc_stock_level#_v1 (IN w INT, IN d INT, IN threshold INT)
BEGIN
  DECLARE o INT DEFAULT 0;
  START TRANSACTION;
  SELECT d_next_o_id INTO o FROM district# WHERE d_id = d AND d_w_id = w;
  SELECT COUNT(DISTINCT (s_i_id)) FROM order_line#, stock# WHERE ol_w_id = w AND ol_d_id = d
    AND ol_o_id < o AND ol_o_id >= o - 20 AND s_w_id = w AND s_i_id = ol_i_id
    AND s_quantity < threshold;
  COMMIT;
END
