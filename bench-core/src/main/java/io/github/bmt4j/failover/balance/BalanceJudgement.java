package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.figures.Baseline;
import io.github.bmt4j.failover.figures.ClientHealth;
import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.Operations;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Verdict on the figures of a spread load, and the notes that qualify them. */
record BalanceJudgement(BalanceEvidence evidence, SpreadOperations operations) {
  /** A shorter time before the loss says nothing about how the load was spread. */
  private static final long SHORTEST_NANOS = 2_000_000_000;

  /** Tolerance of the count of a lost server: operations end after they were counted. */
  private static final long BLUR_NANOS = 1_000_000_000;

  /** With fewer operations under way for each server, most connections are never used. */
  private static final double BUSY_PER_SERVER = 1;

  /** Least distance of the 80 % limit from the fair share, in standard deviations. */
  private static final double DEVIATIONS = 2.5;

  /**
   * Judges a run.
   *
   * @param problems problems that spoiled it, in words
   */
  static Verdict judge(BalanceEvidence evidence, List<Reason> problems) {
    List<Reason> reasons = new ArrayList<>(problems);
    BalanceJudgement judgement = new BalanceJudgement(evidence, SpreadOperations.of(evidence));
    judgement.before(reasons);
    judgement.loss(reasons);
    judgement.client(reasons);
    return Verdict.of(reasons);
  }

  static List<String> notes(BalanceEvidence evidence) {
    List<String> notes = new ArrayList<>();
    BalanceJudgement judgement = new BalanceJudgement(evidence, SpreadOperations.of(evidence));
    judgement
        .longestPause()
        .filter(
            pause ->
                pause.nanos() >= ClientHealth.PAUSE_NANOS
                    && pause.nanos() < evidence.stallNanos() / 2)
        .ifPresent(pause -> notes.add(pause.words()));
    for (String server : ServerLoads.unnamed(evidence, judgement.operations)) {
      notes.add(words("server %s executed operations but is not a server of this run", server));
    }
    if (evidence.connections().isEmpty()) {
      notes.add("connections were not sampled");
    }
    judgement.idle(notes);
    judgement.thin(notes);
    return List.copyOf(notes);
  }

  private void before(List<Reason> reasons) {
    BalancePhase before = BalancePhase.before(evidence);
    double seconds = (before.toNanos() - before.fromNanos()) / 1e9;
    if (before.toNanos() - before.fromNanos() < SHORTEST_NANOS) {
      reasons.add(
          Code.BASELINE_DISTURBED.of(
              words("only %.1f s of load were observed with all servers up", seconds)));
      return;
    }
    Operations all = new Operations(evidence.client(), evidence.endNanos());
    for (ProbeKind probe : ProbeKind.values()) {
      double expected = seconds * evidence.ratesPerSecond().getOrDefault(probe, 0.0);
      long well =
          Baseline.well(all.of(probe), before.fromNanos(), before.toNanos(), evidence.stallNanos());
      Baseline.missing("with all servers up", probe, well, expected).ifPresent(reasons::add);
    }
  }

  private void loss(List<Reason> reasons) {
    Loss loss = evidence.loss();
    if (loss == null) {
      return;
    }
    Long returned = loss.returnedNanos();
    long until = (returned == null ? evidence.endNanos() : returned) - BLUR_NANOS;
    long taken =
        operations.byEnd().stream()
            .filter(
                operation ->
                    operation.server().equals(loss.server())
                        && operation.endNanos() > loss.lostNanos() + BLUR_NANOS
                        && operation.endNanos() < until)
            .count();
    if (taken > 0) {
      reasons.add(
          Code.FAULT_FAILED.of(
              words("%s took %,d operations while it was reported as lost", loss.server(), taken)));
    }
    if (returned != null
        && evidence.connections().stream()
            .noneMatch(
                sample -> sample.server().equals(loss.server()) && sample.atNanos() >= returned)) {
      reasons.add(Code.NOT_OBSERVED.of(words("nothing shows that %s was back", loss.server())));
    }
  }

  /** Pauses of the client and a lack of workers are never reported as an effect of the loss. */
  private void client(List<Reason> reasons) {
    longestPause()
        .filter(pause -> pause.nanos() >= evidence.stallNanos() / 2)
        .ifPresent(pause -> reasons.add(Code.CLIENT_PAUSED.of(pause.words())));
    // From the loss on, arrivals may wait for a request thread.
    Loss loss = evidence.loss();
    long waited =
        evidence
            .client()
            .firstsIn(evidence.fromNanos(), loss == null ? evidence.endNanos() : loss.lostNanos())
            .stream()
            .filter(
                one ->
                    one.unserved()
                        || one.startNanos() - one.intendedNanos() > evidence.stallNanos() / 2)
            .count();
    if (waited > 0) {
      reasons.add(
          Code.CLIENT_SATURATED.of(
              words(
                  "the client was saturated: %,d arrivals waited longer than %,d ms for a request"
                      + " thread: give more --request-threads, or lower rates",
                  waited, evidence.stallNanos() / 2_000_000)));
    }
  }

  /** With few operations at once, a pool uses few of its connections, whatever their servers. */
  private void idle(List<String> notes) {
    BalancePhase before = BalancePhase.before(evidence);
    long busy =
        operations.between(before.fromNanos(), before.toNanos()).stream()
            .mapToLong(operation -> operation.endNanos() - operation.startNanos())
            .sum();
    double underWay = (double) busy / Math.max(1, before.toNanos() - before.fromNanos());
    if (underWay < BUSY_PER_SERVER * evidence.sharing().size()) {
      notes.add(
          words(
              "only %.1f operations were under way at once: a pool hands out the same few"
                  + " connections again and again, so operations may be uneven where connections"
                  + " are even",
              underWay));
    }
  }

  /** With few operations a second, chance alone takes a share below the limit. */
  private void thin(List<String> notes) {
    double rate = evidence.ratesPerSecond().getOrDefault(ProbeKind.READER, 0.0);
    int servers = evidence.sharing().size();
    double enough = Math.pow(DEVIATIONS / (1 - Rebalance.SHARE), 2) * (servers - 1);
    Loss loss = evidence.loss();
    if (loss != null && loss.returnedNanos() != null && rate < enough) {
      notes.add(
          words(
              "%,.0f operations/s over %d servers are few: chance may delay rebalanceMs; %,.0f/s"
                  + " would be enough",
              rate, servers, Math.ceil(enough)));
    }
  }

  private Optional<Pause> longestPause() {
    return evidence.client().pausesIn(evidence.fromNanos(), evidence.endNanos()).stream()
        .max(Comparator.comparingLong(Pause::nanos));
  }
}
