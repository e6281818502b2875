package io.github.bmt4j.jmh.stub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT c FROM sbtest1 WHERE id=?                              | ROW",
        "SELECT c FROM sbtest1 WHERE id=7                              | ROW",
        "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ?                | RANGE",
        "SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c | RANGE",
        "SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN ? AND ?           | ROW",
        "SELECT count(k) FROM sbtest1 WHERE k BETWEEN ? AND ?          | ROW",
        "SELECT COALESCE(MAX(id), 0) FROM sbtest1                      | ROW",
        "SELECT o_d_id, COUNT(*) FROM orders1 GROUP BY o_d_id          | RANGE",
        "SELECT * FROM orders1 ORDER BY o_entry_d                      | RANGE",
        "'  select c from sbtest1 order by c'                          | RANGE",
        "SHOW GLOBAL STATUS                                            | EMPTY",
        "INSERT INTO sbtest1 (id, k) VALUES (?, ?)                     | CHANGED",
        "insert into sbtest1 select c from sbtest2                     | CHANGED",
        "UPDATE sbtest1 SET c=? WHERE id=?                             | CHANGED",
        "DELETE FROM sbtest1 WHERE id=?                                | CHANGED",
        "CREATE TEMPORARY TABLE t AS SELECT * FROM orders1             | CHANGED",
        "CREATE TABLE t (id INTEGER)                                   | DONE",
        "REPLACE INTO sbtest1 VALUES (1)                               | CHANGED",
        "BEGIN                                                         | DONE",
        "COMMIT                                                        | DONE",
        "ROLLBACK                                                      | DONE",
        "DROP TABLE sbtest1                                            | DONE",
        "''                                                            | DONE",
      })
  void isToldFromTheText(String sql, Answer answer) {
    assertThat(Answer.to(sql)).isEqualTo(answer);
  }
}
