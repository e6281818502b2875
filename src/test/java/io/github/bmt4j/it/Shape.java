package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.Totals;
import java.util.Map;
import java.util.Objects;

/**
 * What one transaction of a workload sends, by kind of statement.
 *
 * @param inTransaction whether BEGIN and COMMIT are around it
 */
record Shape(int selects, int updates, int deletes, int inserts, boolean inTransaction) {
  /** What all workloads but bulk_insert send by default: sysbench's table. */
  static final Map<String, Shape> SYSBENCH =
      Map.of(
          "oltp_read_write", new Shape(14, 2, 1, 1, true),
          "oltp_read_only", new Shape(14, 0, 0, 0, true),
          "oltp_write_only", new Shape(0, 2, 1, 1, true),
          "oltp_point_select", new Shape(1, 0, 0, 0, false),
          "oltp_update_index", new Shape(0, 1, 0, 0, false),
          "oltp_update_non_index", new Shape(0, 1, 0, 0, false),
          "oltp_delete", new Shape(0, 0, 1, 0, false),
          "oltp_insert", new Shape(0, 0, 0, 1, false),
          "select_random_points", new Shape(1, 0, 0, 0, false),
          "select_random_ranges", new Shape(1, 0, 0, 0, false));

  /**
   * Checks the totals of a run against this shape, and both against what the server counted. A
   * deadlock may happen: each one adds an attempt that was begun, failed in one statement and was
   * rolled back.
   */
  void check(RunResult result) {
    Totals totals = result.totals();
    long done = totals.transactions();
    long failed = totals.errors();
    assertThat(done).isPositive();
    assertThat(totals.retries()).isEqualTo(failed);
    between(totals.reads(), done * selects, failed * selects);
    between(totals.writes() + totals.others(), done * (changes() + control()), failed * 9);
    if (deletes == 0 || inserts > 0) {
      // A row that is deleted is put back at once: every change finds its row.
      between(totals.writes(), done * changes(), failed * changes());
      between(totals.others(), done * control(), failed * 2);
    }
    checkCounters(result);
    assertThat(server(result, "Com_select")).isEqualTo(totals.reads());
    between(server(result, "Com_update"), done * updates, failed * (updates + 1));
    between(server(result, "Com_delete"), done * deletes, failed * (deletes + 1));
    between(server(result, "Com_insert"), done * inserts, failed * (inserts + 1));
    assertThat(server(result, "Com_begin")).isEqualTo(inTransaction ? done + failed : 0);
    assertThat(server(result, "Com_commit")).isEqualTo(inTransaction ? done : 0);
    assertThat(server(result, "Com_rollback")).isEqualTo(failed);
  }

  /** Checks that the server has seen every statement that we counted, and those that failed. */
  static void checkCounters(RunResult result) {
    Totals totals = result.totals();
    RunResult.ServerCounts server = Objects.requireNonNull(result.server());
    assertThat(server.counted()).isEqualTo(totals.queries());
    assertThat(totals.queries()).isEqualTo(totals.reads() + totals.writes() + totals.others());
    assertThat(server.statements()).isEqualTo(totals.queries() + totals.errors());
  }

  /** Growth of a counter of the server. */
  static long server(RunResult result, String counter) {
    return Objects.requireNonNull(result.server()).counters().getOrDefault(counter, 0L);
  }

  private int changes() {
    return updates + deletes + inserts;
  }

  private int control() {
    return inTransaction ? 2 : 0;
  }

  private static void between(long value, long least, long more) {
    assertThat(value).isBetween(least, least + more);
  }
}
