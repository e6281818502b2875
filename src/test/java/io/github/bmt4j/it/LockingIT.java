package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.Totals;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Transactions that fail half-way: no half of one stays. Each UPDATE of the index column adds 1 to
 * some k, so the sum of all k tells how many of them were committed.
 */
@Tag("extended")
class LockingIT {
  private static final String SUM = "SELECT COALESCE(SUM(k), 0) FROM sbtest1";

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void deadlocksLeaveNoHalfTransaction(Servers server) {
    Database database = prepared(server, 100);
    long before = database.number(SUM);
    RunResult result =
        run(
            database,
            "--table-size=100 --threads=16 --time=0 --events=2000 --rand-type=special"
                + " --index-updates=2 --non-index-updates=0 --delete-inserts=0");
    Totals totals = result.totals();
    assertThat(totals.transactions()).isPositive();
    assertThat(database.number(SUM) - before).isEqualTo(2 * totals.transactions());
    assertThat(database.number("SELECT COUNT(*) FROM sbtest1")).isEqualTo(100);
    assertThat(totals.unknown()).isZero();
    ErrorCount deadlocks = only(result, 1213);
    assertThat(deadlocks.phase()).isEqualTo("statement");
    assertThat(deadlocks.count()).isEqualTo(totals.errors()).isPositive();
    retriesAreCounted(result, deadlocks);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void deadlocksLeaveEveryRowInItsPlace(Servers server) {
    Database database = prepared(server, 100);
    RunResult result =
        run(database, "--table-size=100 --threads=16 --time=0 --events=2000 --rand-type=special");
    assertThat(result.totals().errors()).isPositive();
    assertThat(database.number("SELECT COUNT(*) FROM sbtest1")).isEqualTo(100);
    assertThat(database.number("SELECT MAX(id) FROM sbtest1")).isEqualTo(100);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void lockWaitTimeoutIsRolledBackBeforeTheRetry(Servers server) throws SQLException {
    RunResult result = blocked(server, "--max-retries=10");
    ErrorCount timeouts = only(result, 1205);
    assertThat(timeouts.phase()).isEqualTo("statement");
    assertThat(timeouts.count()).isPositive().isEqualTo(result.totals().errors());
    retriesAreCounted(result, timeouts);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED"})
  void lockWaitTimeoutThatIsNotRetriedIsRolledBackToo(Servers server) throws SQLException {
    Totals totals = blocked(server, "--max-retries=0").totals();
    assertThat(totals.retries()).isZero();
    assertThat(totals.failed()).isEqualTo(totals.errors()).isPositive();
  }

  /**
   * Runs transactions of twenty updates of ten rows, one of which somebody else holds until one of
   * them was rolled back; then checks that each transaction is in the table as a whole or not at
   * all. (sysbench commits what came before the blocked update.)
   */
  private static RunResult blocked(Servers server, String retries) throws SQLException {
    Database database = prepared(server, 10);
    long normal = database.number("SELECT @@GLOBAL.innodb_lock_wait_timeout");
    long before = database.number(SUM);
    database.execute("SET GLOBAL innodb_lock_wait_timeout = 1");
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN");
      statement.execute("UPDATE sbtest1 SET pad = 'held' WHERE id = 5");
      long rollbacks = rollbacks(database);
      RunResult result;
      try (Running running =
          database
              .command()
              .start(
                  words(
                      "--table-size=10 --threads=1 --time=3 --rand-type=uniform --index-updates=20"
                          + " --non-index-updates=0 --delete-inserts=0 "
                          + retries))) {
        // Without rollbacks the run ends, and what is checked below fails.
        Await.until("a rollback", () -> !running.isAlive() || rollbacks(database) > rollbacks);
        statement.execute("ROLLBACK");
        result = running.await().result();
      }
      Totals totals = result.totals();
      assertThat(totals.transactions()).isPositive();
      assertThat(database.number(SUM) - before).isEqualTo(20 * totals.transactions());
      assertThat(Shape.server(result, "Com_rollback")).isGreaterThanOrEqualTo(totals.errors());
      assertThat(Shape.server(result, "Com_commit")).isEqualTo(totals.transactions());
      // BEGIN and COMMIT of what succeeded; BEGIN and ROLLBACK of what did not.
      assertThat(totals.others()).isEqualTo(2 * totals.transactions() + 2 * totals.errors());
      return result;
    } finally {
      database.execute("SET GLOBAL innodb_lock_wait_timeout = " + normal);
    }
  }

  private static void retriesAreCounted(RunResult result, ErrorCount errors) {
    Totals totals = result.totals();
    assertThat(totals.retries()).isEqualTo(errors.retried()).isPositive();
    assertThat(totals.errors()).isEqualTo(totals.retries() + totals.failed());
  }

  private static ErrorCount only(RunResult result, int code) {
    assertThat(result.errorsByCode()).singleElement().returns(code, ErrorCount::code);
    return result.errorsByCode().get(0);
  }

  private static long rollbacks(Database database) {
    return Long.parseLong(database.rows("SHOW GLOBAL STATUS LIKE 'Com_rollback'").get(0).get(1));
  }

  private static Database prepared(Servers server, int rows) {
    Database database = server.database();
    database.command().run("prepare", "oltp_write_only", "--table-size=" + rows).exits(0);
    return database;
  }

  private static RunResult run(Database database, String more) {
    return database.command().run(words(more)).result();
  }

  private static String[] words(String more) {
    return Bmt.words("run oltp_write_only --warmup=0 " + more);
  }
}
