package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.run.RunResult.Totals;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The command and the real sysbench work on each other's tables, and count alike. */
class SysbenchIT {
  private static final List<String> WORKLOADS =
      List.of(
          "oltp_read_write",
          "oltp_read_only",
          "oltp_write_only",
          "oltp_point_select",
          "oltp_update_index",
          "oltp_update_non_index",
          "oltp_insert",
          "select_random_points",
          "select_random_ranges");
  private static final int EVENTS = 200;

  static Stream<Arguments> workloads() {
    return WORKLOADS.stream()
        .map(
            workload ->
                Arguments.of(
                    WORKLOADS.indexOf(workload) % 2 == 0 ? Servers.EMBEDDED : Servers.LOCAL,
                    workload));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void eachRunsOnTheTablesOfTheOtherAndCountsAlike(Servers server, String workload) {
    String tables = workload.startsWith("select_random") ? "--tables=1" : "--tables=2";
    String events = "--events=" + EVENTS;

    Database ours = server.database();
    ours.command().run("prepare", workload, tables, "--table-size=1000").exits(0);
    String report =
        SysbenchCommand.run(ours, workload, "run", tables, "--table-size=1000", "--time=0", events);

    Database theirs = server.database();
    SysbenchCommand.run(theirs, workload, "prepare", tables, "--table-size=1000");
    Ended ended =
        theirs
            .command()
            .run(
                "run",
                workload,
                tables,
                "--table-size=1000",
                events,
                "--time=0",
                "--warmup=0",
                "--threads=1");
    assertThat(ended.err()).contains("as found.").doesNotContain("Preparing");

    Totals totals = ended.counts().totals();
    assertThat(totals.transactions()).isEqualTo(EVENTS);
    assertThat(totals.reads()).isEqualTo(figure(report, "read:"));
    assertThat(totals.writes()).isEqualTo(figure(report, "write:"));
    assertThat(totals.others()).isEqualTo(figure(report, "other:"));
    assertThat(totals.queries()).isEqualTo(figure(report, "total:"));
    assertThat(columns(ours)).isEqualTo(columns(theirs));
  }

  /** The tables as the server describes them. */
  private static List<List<String>> columns(Database database) {
    return database.rows(
        "SELECT table_name, ordinal_position, column_name, column_type, column_key, column_default,"
            + " is_nullable, extra, character_set_name FROM information_schema.columns"
            + " WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position");
  }

  private static long figure(String report, String label) {
    Matcher matcher = Pattern.compile("\\s" + label + "\\s+(\\d+)").matcher(report);
    assertThat(matcher.find()).as(report).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
