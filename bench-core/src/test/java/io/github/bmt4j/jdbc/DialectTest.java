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
    "jdbc:postgresql://mysql.example.org/mysql, POSTGRESQL, true",
    "jdbc:aws-wrapper:postgresql://h/d, POSTGRESQL, true",
    "jdbc:sqlserver://h:1433;databaseName=d, GENERIC, true",
    "jdbc:oracle:thin:@//h:1521/d, GENERIC, true",
    "embedded, GENERIC, false",
    "jdbc:mysql+srv://h/d, MYSQL, false",
    "jdbc:tc:mysql:8.4:///d, MYSQL, false",
    "jdbc:h2:mem:mysql;MODE=MySQL, H2, true",
    "jdbc:sqlite:/data/mariadb.db, SQLITE, true",
    "jdbc:duckdb:/data/mysql.duckdb, DUCKDB, true",
    "jdbc:hsqldb:hsql://mysql/d, HSQLDB, true",
    "jdbc:derby:/mysql;create=true, DERBY, true",
    "jdbc:jtds:sqlserver://mysql/d, GENERIC, true",
    "local:/usr/sbin/mysqld, GENERIC, false",
  })
  void theSubprotocolTellsTheServer(String target, Dialect dialect, boolean generic) {
    assertThat(Dialect.of(target)).isEqualTo(dialect);
    assertThat(Dialect.isGeneric(target)).isEqualTo(generic);
  }
}
