package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits and settings of a server, a need on either side of each. */
class LimitChecksTest {
  /** Changes of a server with which nothing is wrong; threads, statements, tables of a run. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          max_connections=12                             | 10 1 1  | connections        | OK |
          max_connections=12                             | 11 1 1  | connections        | ERROR | 11 threads need 13 connections, but the server's max_connections is 12
          max_connections=12 status:Threads_connected=5  | 6 1 1   | connections        | OK |
          max_connections=12 status:Threads_connected=5  | 7 1 1   | connections        | ERROR | others hold 4 of the 12
          session:max_user_connections=10 own=3          | 7 1 1   | user's connections | OK |
          session:max_user_connections=10 own=3          | 8 1 1   | user's connections | ERROR | allows this login 10, of which 2 are in use
          max_prepared_stmt_count=100 status:Prepared_stmt_count=10 | 10 9 1 | prepared statements | OK |
          max_prepared_stmt_count=100 status:Prepared_stmt_count=10 | 13 7 1 | prepared statements | WARNING | raise it to 101 or more
          table_open_cache=200                           | 10 1 20 | table_open_cache   | OK |
          table_open_cache=199                           | 10 1 20 | table_open_cache   | NOTE |
          table_open_cache=20                            | 10 1 20 | table_open_cache   | NOTE |
          table_open_cache=19                            | 10 1 20 | table_open_cache   | WARNING |
          table_definition_cache=20                      | 10 1 20 | table_definition_cache | OK |
          table_definition_cache=19                      | 10 1 20 | table_definition_cache | WARNING |
          open_files_limit=132                           | 10 1 20 | open_files_limit   | OK |
          open_files_limit=131                           | 10 1 20 | open_files_limit   | WARNING |
          thread_handling=pool-of-threads                | 1 1 1   | server's threads   | NOTE |
          thread_cache_size=11                           | 9 1 1   | server's threads   | OK |
          thread_cache_size=11                           | 10 1 1  | server's threads   | NOTE |
          log_bin=OFF                                    | 1 1 1   | durability         | OK |
          innodb_flush_log_at_trx_commit=2               | 1 1 1   | durability         | NOTE |
          innodb_doublewrite=OFF                         | 1 1 1   | durability         | NOTE |
          log_bin=ON                                     | 1 1 1   | durability         | NOTE |
          log_bin=ON sync_binlog=1                       | 1 1 1   | durability         | OK |
          innodb_buffer_pool_size=1000                   | 1 1 1   | buffer pool        | OK |
          innodb_buffer_pool_size=999                    | 1 1 1   | buffer pool        | NOTE |
          query_cache_type=ON                            | 1 1 1   | query cache        | WARNING |
          query_cache_type=ON query_cache_size=0         | 1 1 1   | query cache        | OK |
          query_cache_type=-                             | 1 1 1   | query cache        | OK |
          auto_increment_increment=1                     | 1 1 1   | auto_increment     | OK |
          auto_increment_increment=3                     | 1 1 1   | auto_increment     | NOTE |
          max_allowed_packet=1000                        | 1 1 1   | max_allowed_packet | OK |
          max_allowed_packet=999                         | 1 1 1   | max_allowed_packet | ERROR |
          innodb_snapshot_isolation=ON                   | 1 1 1   | isolation          | NOTE |
          innodb_snapshot_isolation=OFF                  | 1 1 1   | isolation          | OK |
          session:transaction_isolation=READ-COMMITTED   | 1 1 1   | isolation          | NOTE |
          session:sql_mode=NO_AUTO_VALUE_ON_ZERO,ANSI    | 1 1 1   | sql_mode           | NOTE  | error 1062
          """)
  void aLimitHasTwoSides(
      String server, String need, String subject, Severity severity, @Nullable String words) {
    String[] numbers = need.split(" ", -1);
    CheckFinding found =
        Facts.about(
            subject,
            all(
                Facts.ofServer().with(server).server(),
                new Need(
                    Integer.parseInt(numbers[0]),
                    Integer.parseInt(numbers[1]),
                    PsMode.AUTO,
                    Facts.WRITES,
                    Facts.tables(Integer.parseInt(numbers[2]), 1000))));
    assertThat(found.severity()).isEqualTo(severity);
    assertThat(found.line()).contains(words == null ? "" : words);
  }

  /** 10 threads, 100 idle connections and 8 new ones at once, with the usual two. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          max_connections=120                     | connections        | OK |
          max_connections=119                     | connections        | ERROR | 10 threads, 100 idle connections, 8 new connections at once need 120 connections, but the server's max_connections is 119
          session:max_user_connections=120 own=2  | user's connections | OK |
          session:max_user_connections=120 own=3  | user's connections | ERROR | use fewer connections
          max_connections=500 open_files_limit=221 | open_files_limit  | OK |
          max_connections=500 open_files_limit=220 | open_files_limit  | WARNING |
          max_connections=500                     | server's threads   | WARNING | thread_handling=one-thread-per-connection: the server will have 120 threads more
          max_connections=500 thread_handling=pool-of-threads | server's threads | WARNING | idle connections have no thread
          max_connections=500 session:wait_timeout=61 | wait_timeout   | OK |
          max_connections=500 session:wait_timeout=60 | wait_timeout   | ERROR | give --idle-ping 30
          max_connections=500                     | wait_timeout       | NOTE |
          """)
  void connectionsBesideThoseOfTheThreadsCountToo(
      String server, String subject, Severity severity, @Nullable String words) {
    Need need =
        Made.like(Facts.need(10, 1))
            .set("pooledOfLogin", 118)
            .set("others", new ConnectionScenario(100, 60, 5))
            .record();

    CheckFinding found =
        Facts.about(subject, LimitChecks.hard(Facts.ofServer().with(server).server(), need));

    assertThat(found.severity()).isEqualTo(severity);
    assertThat(found.line()).contains(words == null ? "" : words);
  }

  /** Of 5 endpoints with two servers, the first has three. */
  @Test
  void serversShareTheConnectionsBesideThoseOfTheThreads() {
    Need need =
        Made.like(Facts.need(5, 1)).set("others", new ConnectionScenario(101, 60, 9)).record();
    ServerKey one = new ServerKey("one", "me");
    ServerKey other = new ServerKey("other", "me");

    List<Need> parts = need.split(List.of(one, other, one, other, one), new RoundRobin(5));

    assertThat(parts.get(0).others()).isEqualTo(new ConnectionScenario(61, 60, 9));
    assertThat(parts.get(1).others()).isEqualTo(new ConnectionScenario(40, 60, 9));
    assertThat(parts.get(0).pooledOfLogin()).isEqualTo(3 + 61 + 3 * 9);
    assertThat(parts.get(0).connections() + parts.get(1).connections())
        .isEqualTo(5 + 101 + 2 * (9 + 2));
  }

  private static List<CheckFinding> all(ServerAnswers server, Need need) {
    List<CheckFinding> all = new ArrayList<>(LimitChecks.hard(server, need));
    all.addAll(LimitChecks.soft(server, need));
    all.addAll(SettingChecks.check(server, 1_000L, 1_000));
    return all;
  }

  @Test
  void statementsGoAsTextWhereTheyDoNotFit() throws TargetException {
    Facts server =
        Facts.ofServer().with("max_prepared_stmt_count=100 status:Prepared_stmt_count=10");
    assertThat(preflight(server, Facts.need(10, 9)).psMode()).isEqualTo(PsMode.AUTO);
    Preflight.Findings findings = preflight(server, Facts.need(13, 7));
    assertThat(findings.psMode()).isEqualTo(PsMode.DISABLE);
    assertThat(findings.warnings()).singleElement().asString().contains("1461", "as text");
    Need text = new Need(10, 9, PsMode.DISABLE, Set.of(), Facts.tables(1, 10));
    assertThat(
            Facts.about(
                    "prepared statements",
                    all(Facts.ofServer().with("max_prepared_stmt_count=0").server(), text))
                .severity())
        .isEqualTo(Severity.OK);
  }

  @Test
  void runIsRefusedForErrorsOnly() {
    Facts server = Facts.ofServer().with("max_connections=5");
    assertThatThrownBy(() -> preflight(server, Facts.need(4, 1)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("max_connections is 5: the run is refused; raise it");
  }

  @Test
  void whatIsNotToldIsANote() {
    ServerAnswers nothing =
        Facts.ofServer()
            .with(
                "max_connections=- session:max_user_connections=- status:Prepared_stmt_count=-"
                    + " table_open_cache=- table_definition_cache=- open_files_limit=-"
                    + " thread_handling=-")
            .server();
    List<CheckFinding> findings = new ArrayList<>(LimitChecks.hard(nothing, Facts.need(1, 1)));
    findings.addAll(LimitChecks.soft(nothing, Facts.need(1, 1)));
    assertThat(findings)
        .hasSize(7)
        .allMatch(one -> one.severity() == Severity.NOTE && one.found().startsWith("unknown: "));
    assertThat(
            Facts.about("buffer pool", SettingChecks.check(Facts.ofServer().server(), null, 1))
                .found())
        .startsWith("unknown");
  }

  private static Preflight.Findings preflight(Facts server, Need need) throws TargetException {
    return Preflight.findings(LimitChecks.hard(server.server(), need), server.server(), need);
  }
}
