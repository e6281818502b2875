package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The ids that the real sysbench 1.0.20 asks for, read from the server's general log, against ours:
 * the two-sample chi-square test, which may fail by chance once in ten thousand times. The seeds
 * are fixed, so that chance has no second try.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("extended")
class DistributionIT {
  private static final int ROWS = 10_000;

  @AutoClose private SysbenchLab lab;

  @BeforeAll
  void start() throws Exception {
    lab = new SysbenchLab();
    // One row is enough: the general log has the ids that are asked for, whether or not they exist.
    lab.run("oltp_point_select", "prepare", "sysbench", "--table-size=1");
  }

  /** sysbench's 50,000 ids of point selects against two million of ours. */
  @ParameterizedTest
  @ValueSource(strings = {"special", "uniform", "gaussian", "pareto"})
  void idsOfPointSelectsAreSpreadLikeSysbenchs(String type) throws Exception {
    int events = 50_000;
    SysbenchLab.Log log =
        lab.logOf(
            () ->
                lab.run(
                    "oltp_point_select",
                    "run",
                    "sysbench",
                    "--db-ps-mode=disable",
                    "--table-size=" + ROWS,
                    "--events=" + events,
                    "--rand-type=" + type));
    long[] theirs = histogram(log.numbers());
    long[] ours = new long[ROWS + 1];
    KeyChooser chooser =
        KeyDistribution.of(params("oltp_point_select", Map.of("rand-type", type)))
            .over(ROWS, new SplitMix64(11));
    for (int i = 0; i < 2_000_000; i++) {
      ours[(int) chooser.next()]++;
    }
    assertThat(log.statements()).hasSize(events);
    assertAlike("point selects", type, theirs, ours);
  }

  /** Half a million keys of each side, in SELECTs of 1000 keys from two segments of the table. */
  @ParameterizedTest
  @ValueSource(strings = {"special", "uniform", "gaussian", "pareto"})
  void keysOfRandomPointsAreSpreadLikeSysbenchs(String type) throws Exception {
    int events = 500;
    SysbenchLab.Log theirs =
        lab.logOf(
            () ->
                lab.run(
                    "select_random_points",
                    "run",
                    "sysbench",
                    "--db-ps-mode=disable",
                    "--random-points=1000",
                    "--table-size=" + ROWS,
                    "--events=" + events,
                    "--rand-type=" + type));
    SysbenchLab.Log ours = lab.logOf(() -> randomPoints(type, events));
    assertThat(theirs.statements()).hasSize(events);
    assertThat(ours.statements()).hasSize(events);
    assertAlike("random points", type, histogram(theirs.numbers()), histogram(ours.numbers()));
  }

  private void randomPoints(String type, int events) throws Exception {
    Workload workload = Catalogue.byName("select_random_points");
    Params params =
        params("select_random_points", Map.of("rand-type", type, "random-points", "1000"));
    Session session = workload.newSession(new SessionContext(params, 0, 1, 13));
    try (Connection connection = lab.connect("sysbench", "")) {
      session.attach(connection);
      StatementCounts statementCounts = new StatementCounts();
      for (int i = 0; i < events; i++) {
        session.next();
        session.execute(statementCounts);
      }
      session.detach();
    }
  }

  private static long[] histogram(List<Integer> keys) {
    long[] counts = new long[ROWS + 1];
    keys.forEach(key -> counts[key]++);
    return counts;
  }

  private static void assertAlike(String what, String type, long[] theirs, long[] ours) {
    double score = ChiSquare.ofTwoSamples(theirs, ours);
    System.out.printf("%s, %s: standard score of chi-square %.2f%n", what, type, score);
    assertThat(score).isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
  }

  private static Params params(String workload, Map<String, String> given) {
    return Params.resolve(Catalogue.byName(workload).info(), given);
  }
}
