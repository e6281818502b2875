package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccOptionsTest.params;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.KindTotal;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.ShareRule;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Terminals.Pace;
import io.github.bmt4j.workload.WorkloadFigure;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the workload says of itself, of its terminals, and of what was measured. */
class TpccWorkloadTest {
  private static final TpccWorkload TPCC = new TpccWorkload();

  @Test
  void newOrdersAreCountedWithAndWithoutRollbacks() {
    assertThat(TPCC.figures(params(), kinds(1000, 5000, 5000), 30, true))
        .containsExactly(
            new WorkloadFigure("NOPM", 2000, "1/min"),
            new WorkloadFigure("NOPM without rollbacks", 1980, "1/min"));
  }

  @Test
  void figureIsTpmCWithTheSpecificationsPacingAndResponseTimes() {
    assertThat(TPCC.figures(params("--pacing=spec"), kinds(1001, 5000, 20_000), 7300, true))
        .first()
        .isEqualTo(new WorkloadFigure("tpmC", 8, "1/min"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--pacing=0.5; 4999; 19999; 7300; true",
        "--pacing=spec --terminals=9; 4999; 19999; 7300; true",
        "--pacing=spec --tables=2; 4999; 19999; 7300; true",
        "--pacing=spec --weights=45,43,4,4,4; 4999; 19999; 7300; true",
        "--pacing=spec --trx-level=RC; 4999; 19999; 7300; true",
        "--mode=sysbench; 4999; 19999; 7300; true",
        "--pacing=spec; 5000; 20000; 7199; true",
        "--pacing=spec; 5000; 20000; 7200; false",
        "--pacing=spec; 5000.1; 1; 7300; true",
        "--pacing=spec; 1; 20000.1; 7300; true",
      })
  void figureIsNotTpmCOtherwise(
      String words, double others, double stockLevel, double seconds, boolean valid) {
    Params params = params(words.split(" ", -1));
    assertThat(TPCC.figures(params, kinds(1001, others, stockLevel), seconds, valid))
        .extracting(WorkloadFigure::name)
        .containsExactly("NOPM", "NOPM without rollbacks");
  }

  @Test
  void figureIsNotTpmCWhereAPercentileIsNotKnown() {
    List<KindTotal> kinds = new ArrayList<>(kinds(1001, 1, 1));
    kinds.set(2, new KindTotal("order-status", 3, 0, null));
    assertThat(TPCC.figures(params("--pacing=spec"), kinds, 7300, true))
        .noneMatch(figure -> figure.name().equals("tpmC"));
  }

  @Test
  void deferredDeliveriesHaveEightySeconds() {
    List<KindTotal> kinds = new ArrayList<>(kinds(1001, 1, 1));
    kinds.set(3, new KindTotal("delivery", 100, 0, 80_000.0));
    Params deferred = params("--pacing=spec", "--delivery=deferred");
    assertThat(TPCC.figures(deferred, kinds, 7300, true).get(0).name()).isEqualTo("tpmC");
    kinds.set(3, new KindTotal("delivery", 100, 0, 80_000.1));
    assertThat(TPCC.figures(deferred, kinds, 7300, true).get(0).name()).isEqualTo("NOPM");
  }

  @Test
  void terminalsKeyAndThinkAsTheSpecificationSays() {
    assertThat(TPCC.terminals(params())).isEmpty();
    Terminals terminals =
        TPCC.terminals(params("--pacing=0.5", "--scale=3", "--delivery=deferred")).orElseThrow();
    assertThat(terminals.count()).isEqualTo(30);
    long half = 500_000_000L;
    assertThat(terminals.paces())
        .containsExactly(
            new Pace(18 * half, 12 * half, false),
            new Pace(3 * half, 12 * half, false),
            new Pace(2 * half, 10 * half, false),
            new Pace(2 * half, 5 * half, true),
            new Pace(2 * half, 5 * half, false));
  }

  @Test
  void sharesAreJudgedWhereTheyCanHold() {
    assertThat(judged("--scale=2")).hasSize(11);
    assertThat(judged())
        .hasSize(9)
        .doesNotContain("order lines from a remote warehouse", "payments by a remote customer");
    assertThat(judged("--scale=2", "--weights=45,43,4,4,4"))
        .hasSize(7)
        .noneMatch(name -> name.endsWith(", of all transactions"));
    assertThat(judged("--scale=2", "--mode=sysbench")).isEmpty();
    assertThat(TPCC.shares(params("--mode=sysbench"))).hasSize(11);
  }

  /** 2.7.4.2: at most 1 % of the deliveries, or one, may skip districts, however many. */
  @Test
  void aDeliveryThatSkippedDistrictsCountsOnce() {
    int skipped = TpccShares.SKIPPED.ordinal();
    assertThat(TPCC.shares(params()).get(skipped))
        .isEqualTo(new ShareRule("deliveries that skipped a district", 0.0, 0.01, null, 1));
    TpccInputs delivery = new TpccInputs(TpccOptions.of(params("--weights=0,0,0,1,0")), 17);
    delivery.next(0, 0);
    StatementCounts counts = new StatementCounts(11);
    TpccShares.count(delivery, 0, counts);
    TpccShares.count(delivery, 3, counts);
    TpccShares.count(delivery, 0, counts);
    assertThat(counts.shareHits(skipped)).isOne();
    assertThat(counts.shareTrials(skipped)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"spec, 4, 0", "spec, 2, 1", "sysbench, 2, 0", "sysbench, 4, 1", "spec, -1, 0"})
  void saysWhenTheRowsAreThoseOfTheOtherMode(String mode, long decimals, int notes)
      throws SQLException {
    assertThat(TPCC.tableNotes(answering(decimals), params("--mode=" + mode))).hasSize(notes);
  }

  /** A server that answers each query with a number; -1 for no row. */
  private static Connection answering(long number) {
    ResultSet row =
        fake(
            ResultSet.class,
            method ->
                switch (method) {
                  case "next" -> number >= 0;
                  case "getLong" -> number;
                  case "wasNull" -> false;
                  default -> null;
                });
    Statement statement =
        fake(Statement.class, method -> method.equals("executeQuery") ? row : null);
    return fake(Connection.class, method -> statement);
  }

  private static <T> T fake(Class<T> type, Function<String, @Nullable Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            TpccWorkloadTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, values) -> answers.apply(method.getName())));
  }

  @Test
  void saysItsModeAndThatNobodyAuditedIt() {
    assertThat(TPCC.notes(params()).get(0)).contains("mode spec", "not an audited TPC-C result");
    assertThat(TPCC.notes(params("--mode=sysbench")).get(0))
        .contains("mode sysbench", "not an audited TPC-C result");
    assertThat(TPCC.kinds(params()))
        .containsExactly("new-order", "payment", "order-status", "delivery", "stock-level");
    assertThat(TPCC.kinds(params("--mode=sysbench", "--enable-purge=on")))
        .hasSize(6)
        .contains("purge");
  }

  private static List<String> judged(String... words) {
    return TPCC.shares(params(words)).stream()
        .filter(share -> share.low() != null && share.high() != null)
        .map(ShareRule::name)
        .toList();
  }

  private static List<KindTotal> kinds(long orders, double p90, double p90OfStockLevel) {
    return List.of(
        new KindTotal("new-order", orders, 10, p90),
        new KindTotal("payment", orders, 0, p90),
        new KindTotal("order-status", orders, 0, p90),
        new KindTotal("delivery", orders, 0, p90),
        new KindTotal("stock-level", orders, 0, p90OfStockLevel));
  }
}
