package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Headline;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.SampleOperation;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.failover.report.FailoverTable;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failover.scenario.SampleOrder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What a repetition comes to in a cluster of the user's whose ledgers cannot be read. */
@NullUnmarked // A figure that is absent fails the test.
class RepetitionFindingsTest {
  private static final String UNKNOWN = "what was lost is not known: no server";
  private static final long SECOND = 1_000_000_000;
  private static final long INTERVAL = SECOND / 200;

  private final FailoverOrder order = order();
  private boolean allFail;
  private boolean early;
  private List<Reason> problems = List.of();
  private String lastWriter = "none was asked for";

  private static FailoverOrder order() {
    SampleOrder order = new SampleOrder();
    order.trigger = "true";
    order.target = new TargetSpec.External("jdbc:mariadb://db/test", "app", Secret.NONE);
    return order.order();
  }

  private final class Gone extends FailoverTrialTest.Told {
    Gone() {
      outside = true;
    }

    @Override
    public ProbePlan plan() {
      ProbePlan.Urls urls = new ProbePlan.Urls("jdbc:mariadb://db/test", null, null);
      return order
          .client(SampleOrder.OWN)
          .probes(urls, "app", Secret.NONE, new Ledger("ledger"), "@@server_id");
    }

    @Override
    public Aftermath settle(String writer, BooleanSupplier stopped) throws TargetException {
      lastWriter = writer;
      throw new TargetException("no server");
    }
  }

  /**
   * 200 writes a second for 10 s before the fault and 20 s after it.
   *
   * @param until from the fault to here every second write fails, or every one
   */
  private Repetition repetition(long until) {
    List<Operation> operations = new ArrayList<>();
    for (long due = -10 * SECOND; due < 20 * SECOND; due += INTERVAL) {
      long sequence = operations.size();
      boolean fails = due >= 0 && due < until && (allFail || sequence % 2 == 0);
      Outcome outcome = fails ? Outcome.FAILED : Outcome.OK;
      operations.add(
          SampleOperation.of(ProbeKind.WRITER, sequence, due, due + 1_000_000, outcome, "a"));
    }
    FailoverTrial.Recording recording =
        new FailoverTrial.Recording(
            new FailoverTrial.Moments(-10 * SECOND, 0L, 20 * SECOND),
            new ClientLog(operations, List.of(), List.of()),
            List.of(),
            List.of(),
            true,
            early,
            null,
            problems);
    return new RepetitionFindings(order, new Gone(), new StopSignal())
        .repetition(1, recording, Map.of(ProbeKind.WRITER, 200.0));
  }

  @Test
  void whatWasLostIsUnknownButNoReasonWhereWritesStayDegradedUpToTheEnd() {
    Repetition repetition = repetition(20 * SECOND);
    assertThat(repetition.figures().writes().outageAtLeastMs()).isNull();
    assertThat(repetition.notes()).contains(UNKNOWN);
    assertThat(repetition.verdict().texts()).doesNotContain(UNKNOWN);
  }

  @Test
  void whatWasNotWatchedToItsEndHasNotFailedToRecover() {
    allFail = true;
    assertThat(FailoverTable.worst(repetition(20 * SECOND)))
        .isEqualTo("writes not recovered within 20.0 s");
    early = true;
    problems = List.of(Code.INTERRUPTED.of("interrupted"));
    Repetition repetition = repetition(20 * SECOND);
    assertThat(repetition.unrecovered()).isEmpty();
    assertThat(FailoverTable.worst(repetition))
        .isEqualTo(
            "writes still out when the observation ended early, after 20.0 s: the recovery was not"
                + " observed");
    assertThat(Headline.of(Summary.block(List.of(repetition), Set.of())).sentence())
        .startsWith("Writes were still out when the observation ended early, after 20.0 s; ");
  }

  @Test
  void theLastWriterIsTheServerOfTheLastOkWriteSinceTheFault() {
    repetition(5 * SECOND);
    assertThat(lastWriter).isEqualTo("a");
    allFail = true;
    repetition(20 * SECOND);
    assertThat(lastWriter).as("the last one ended before the fault").isEmpty();
  }

  @Test
  void whatWasLostMustBeKnownWhereWritesHaveRecovered() {
    Repetition repetition = repetition(5 * SECOND);
    assertThat(repetition.notes()).doesNotContain(UNKNOWN);
    assertThat(repetition.verdict().texts()).contains(UNKNOWN);
  }
}
