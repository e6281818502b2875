package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/d, MYSQL, false",
    "jdbc:mysql://h/d, MYSQL, false",
    "jdbc:aws-wrapper:mysql://h/d, MYSQL, false",
    "jdbc:p6spy:mysql://h/d, MYSQL, false",
    "jdbc:postgresql://mysql.example.org/mysql, GENERIC, true",
    "jdbc:aws-wrapper:postgresql://h/d, GENERIC, true",
    "jdbc:sqlserver://h:1433;databaseName=d, GENERIC, true",
    "jdbc:oracle:thin:@//h:1521/d, GENERIC, true",
    "embedded, GENERIC, false",
    "local:/usr/sbin/mysqld, MYSQL, false",
  })
  void theSubprotocolTellsTheServer(String target, Dialect dialect, boolean generic) {
    assertThat(Dialect.of(target)).isEqualTo(dialect);
    assertThat(Dialect.isGeneric(target)).isEqualTo(generic);
  }
}
