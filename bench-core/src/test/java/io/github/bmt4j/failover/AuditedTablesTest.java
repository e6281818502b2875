package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.client.AuditPlan;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.TracedWrite;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.ConsistencyCheck;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditedTablesTest {
  private final List<Integer> waits = new ArrayList<>();

  @Test
  void waitsForAnAnswerLongerThanAStatementOfTheCheckMayTake() {
    Repetition repetition = audited(new TracedWrite("here", "this", Outcome.OK, false));

    assertThat(repetition.verdict().reasons()).contains("the audit failed: it is gone");
    assertThat(waits)
        .singleElement()
        .satisfies(
            wait -> assertThat(wait).isGreaterThan(1000 * ConsistencyCheck.STATEMENT_SECONDS));
  }

  @Test
  void anAuditWithoutASuccessfulWriteSaysNothing() {
    Repetition repetition = audited(new TracedWrite("here", "this", Outcome.FAILED, false));

    assertThat(repetition.verdict().reasons())
        .contains("the audit failed: no write of the workload succeeded");
    assertThat(repetition.durability()).isNull();
    assertThat(waits).isEmpty();
  }

  @Test
  void ofAClusterThatIsAwayWhenWritesHadNotRecoveredDurabilityIsNotKnown() {
    Repetition valid =
        SampleFailover.repetition(1, Verdict.Status.VALID, SampleFailover.unrecovered());
    Repetition repetition = audited(valid, new TracedWrite("here", "this", Outcome.OK, false));

    assertThat(repetition.verdict()).isEqualTo(valid.verdict());
    assertThat(repetition.notes()).containsExactly("durability is not known: it is gone");
    assertThat(repetition.durability()).isNull();
  }

  private Repetition audited(TracedWrite write) {
    return audited(Repetition.notPlayed(1, "a test"), write);
  }

  private Repetition audited(Repetition repetition, TracedWrite write) {
    Intervention outside =
        fake(Intervention.class, (self, method, arguments) -> method.getName().equals("isOutside"));
    TestCluster gone =
        fake(
            TestCluster.class,
            (self, method, arguments) -> {
              if (method.getName().equals("intervention")) {
                return outside;
              }
              assertThat(method.getName()).isEqualTo("connectToFinalPrimary");
              waits.add((Integer) arguments[0]);
              throw new SQLException("it is gone");
            });
    AuditedTables tables =
        new AuditedTables(
            new AuditPlan("tpcc", 1, 1),
            gone,
            new Context(new ManualClock(1), Progress.SILENT, new StopSignal(), () -> {}));
    return tables.audited(
        repetition, new ClientLog(List.of(), List.of(), List.of(), List.of(write), true));
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
