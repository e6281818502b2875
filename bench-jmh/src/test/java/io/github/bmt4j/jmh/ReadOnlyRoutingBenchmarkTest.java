package io.github.bmt4j.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadOnlyRoutingBenchmarkTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "jdbc:mariadb://127.0.0.1:3306/bmt?a=b"
            + " jdbc:mariadb:replication://127.0.0.1:3306,localhost:3306/bmt?a=b",
        "jdbc:mysql://localhost/bmt jdbc:mysql:replication://localhost,127.0.0.1/bmt",
        "jdbc:mariadb://db.example:3306/bmt"
            + " jdbc:mariadb:replication://db.example:3306,db.example:3306/bmt",
        "jdbc:mariadb://[::1]:3306 jdbc:mariadb:replication://[::1]:3306,[::1]:3306",
        "jdbc:mariadb://localhost?a=b jdbc:mariadb:replication://localhost,127.0.0.1?a=b"
      })
  void namesTheServerTwice(String url, String replicated) {
    assertThat(ReadOnlyRoutingBenchmark.replicated(url)).isEqualTo(replicated);
  }
}
