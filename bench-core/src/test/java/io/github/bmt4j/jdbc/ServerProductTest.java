package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which server it is, by what servers of many makers say about themselves. */
class ServerProductTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.11.11-MariaDB-0+deb12u1-log               | Debian 12                                   | MariaDB 10.11.11
          11.4.5-MariaDB                               | mariadb.org binary distribution             | MariaDB 11.4.5
          5.5.5-10.11.6-MariaDB-1:10.11.6+maria~ubu2204 | mariadb.org binary distribution            | MariaDB 10.11.6
          5.5.5-11.4.5-MariaDB                         | ''                                          | MariaDB 11.4.5
          5.5.68-MariaDB                               | MariaDB Server                              | MariaDB 5.5.68
          10.11.8-MariaDB-log                          | managed by https://aws.amazon.com/rds/      | MariaDB 10.11.8
          10.6.17                                      | mariadb.org binary distribution             | MariaDB 10.6.17
          10.6.16-MariaDB-1:10.6.16+maria~ubu2204-log  | MariaDB Server, wsrep_26.22                 | MariaDB 10.6.16
          11.8.3-11-MariaDB-enterprise-log             | MariaDB Enterprise Server                   | MariaDB 11.8.3
          8.0.36                                       | MySQL Community Server - GPL                | MySQL 8.0.36
          8.4.3                                        | Source distribution                         | MySQL 8.4.3
          9.7.4-1                                      | (Debian)                                    | MySQL 9.7.4
          8.0.28                                       | Source distribution                         | MySQL 8.0.28
          8.0.mysql_aurora.3.04.0                      | Aurora MySQL                                | MySQL 8.0.0
          5.7.12-log                                   | MySQL Community Server (GPL)                | MySQL 5.7.12
          5.5.5-m3                                     | MySQL Community Server (GPL)                | MySQL 5.5.5
          8.0.36-28                                    | Percona Server (GPL), Release 28, Revision 47601f19 | MySQL 8.0.36
          8.0.35-27.1                                  | Percona XtraDB Cluster (GPL), Release rel27, WSREP version 26.1.4.3 | MySQL 8.0.35
          """)
  void readsWhatServersSay(String version, String comment, String product) {
    assertThat(ServerProduct.parse(version, comment)).hasToString(product);
  }

  @ParameterizedTest
  @CsvSource({
    "'/usr/sbin/mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu',MariaDB 10.11.19",
    "'mysqld  Ver 8.4.3 for Linux on x86_64 (MySQL Community Server - GPL)',MySQL 8.4.3",
    "'mysqld  Ver 9.7.0 for Linux on aarch64 (Homebrew)',MySQL 9.7.0",
    "'C:\\Program Files\\MySQL\\bin\\mysqld.exe  Ver 9.7.0 for Win64 on x86_64',MySQL 9.7.0",
    "'/usr/sbin/mysqld-debug  Ver 8.4.3-debug for Linux on x86_64',MySQL 8.4.3",
    "'/usr/sbin/mysqld  Ver 8.0.36-28 for Linux on x86_64 (Percona Server (GPL))',MySQL 8.0.36",
  })
  void readsWhatServerProgramsSay(String answer, String product) {
    assertThat(ServerProduct.ofProgram(answer)).hasToString(product);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql  Ver 9.7.0 for Linux on x86_64 (MySQL Community Server - GPL)",
        "mariadb  Ver 15.1 Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)",
        "/usr/bin/mysqldump  Ver 10.19 Distrib 10.11.19-MariaDB",
        "unknown option '--no-defaults'\nTry --help"
      })
  void refusesInOneLineWhatOtherProgramsSay(String answer) {
    assertThatThrownBy(() -> ServerProduct.ofProgram(answer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("with --version it prints " + answer.replaceFirst("\n.*", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "unknown", "v8", "8"})
  void worksWithoutAVersionUnlessItIsAProgram(String text) {
    assertThat(ServerProduct.parse(text, "MariaDB Server")).hasToString("MariaDB 0.0.0");
    assertThatThrownBy(() -> ServerProduct.ofProgram("mysqld  Ver " + text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void comparesVersionsByNumber() {
    ServerProduct server = ServerProduct.mariaDb(10, 11);
    assertThat(server.atLeast(10, 11)).isTrue();
    assertThat(server.atLeast(10, 2)).isTrue();
    assertThat(server.atLeast(5, 20)).isTrue();
    assertThat(server.atLeast(10, 12)).isFalse();
    assertThat(server.atLeast(11, 0)).isFalse();
  }

  @Test
  void knowsWhichServersReadEachOthersData() {
    ServerProduct old = ServerProduct.parse("10.11.6-MariaDB", "");
    assertThat(old.series()).isEqualTo(ServerProduct.mariaDb(10, 11).series());
    assertThat(old.series()).isNotEqualTo(ServerProduct.mariaDb(10, 6).series());
    assertThat(old.series()).isNotEqualTo(new ServerProduct(Flavor.MYSQL, 10, 11, 0).series());
  }

  @Test
  void knowsHowTheProductsDiffer() {
    assertThat(new ServerProduct(Flavor.MYSQL, 5, 7, 0).takesNoCache()).isTrue();
    assertThat(new ServerProduct(Flavor.MYSQL, 8, 0, 0).takesNoCache()).isFalse();
    assertThat(ServerProduct.mariaDb(11, 4).takesNoCache()).isTrue();
    assertThat(new ServerProduct(Flavor.MYSQL, 5, 7, 0).hasWindowFunctions()).isFalse();
    assertThat(ServerProduct.mariaDb(10, 1).hasWindowFunctions()).isFalse();
    assertThat(ServerProduct.mariaDb(10, 2).flavor()).isEqualTo(Flavor.MARIADB);
  }
}
