package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.StandstillWatch;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judgement of the figures of a run. The limits are listed in docs/method.md.
 *
 * @param notes notes that qualify a run, be it VALID or not
 */
public record Judgement(Verdict verdict, List<String> notes) {
  /** Share of operations that may fail, and of the time that may pass without a success. */
  private static final double FAILED_SHARE = 0.01;

  /** A kind of which fewer operations failed, and none succeeded, is only noted. */
  private static final int JUDGED_FAILURES = 10;

  /**
   * Share of arrivals that may stay unserved, and how many always may: the last ones before the
   * end.
   */
  private static final double UNSERVED_SHARE = 0.01;

  private static final int UNSERVED_ALWAYS = 5;
  private static final double UNSERVED_SHARE_OF_FEW = 0.1;

  /** Share of its processors from which on the client sets the pace. */
  public static final double SATURATED = 0.9;

  private static final double OVERRUN_MILLIS = 100;

  /** A client is not called saturated by less than this: it may have been its start. */
  private static final double JUDGED_SECONDS = 1;

  /** A shorter time without success may be a machine that is busy. */
  private static final double JUDGED_GAP_SECONDS = 0.5;

  private static final Set<String> CONNECT_PHASES = Set.of("borrow", "connect");

  /**
   * Evidence by which a run is judged.
   *
   * @param problems problems that ended or spoiled it, in words
   * @param interrupted true if the user ended it before its time
   * @param quietServer true if the server has no other users, so that its counters must equal those
   *     of the client
   * @param connects counts of the new connections beside those of the workers
   * @param excused statements that a server that bmt started may have counted in addition: one for
   *     each failed attempt and each new connection, those of the warm-up too
   * @param warmupOverrunMillis time by which operations of the warm-up ran into the measurement
   */
  record Evidence(
      RunScenario scenario,
      RunFigures figures,
      BusyMachine.Uses machines,
      @Nullable ServerCounts server,
      List<Reason> problems,
      boolean interrupted,
      boolean quietServer,
      Counts connects,
      long excused,
      double warmupOverrunMillis) {
    private @Nullable Double longestMillis() {
      return figures.latency().response().max();
    }

    private boolean crowd() {
      return LoadPlan.oversubscribes(scenario.load().threads());
    }
  }

  static Judgement of(Evidence evidence) {
    RunFigures figures = evidence.figures();
    Totals totals = figures.totals();
    List<Reason> reasons = new ArrayList<>(evidence.problems());
    failingTime(
            figures.failingSeconds(),
            totals.elapsedSeconds(),
            evidence.scenario().times().timeSeconds())
        .ifPresent(reasons::add);
    Stream.ofNullable(figures.parts().shares())
        .flatMap(List::stream)
        .forEach(share -> share.problem().ifPresent(reasons::add));
    failingKinds(figures.parts().kinds(), true).stream()
        .map(Code.OPERATIONS_FAILED::of)
        .forEach(reasons::add);
    if (evidence.interrupted()) {
      reasons.add(
          Code.INTERRUPTED.of(
              words("interrupted after %.1f s of measurement", totals.elapsedSeconds())));
    }
    if (totals.transactions() == 0) {
      reasons.add(Code.NOTHING_MEASURED.of("no operation succeeded"));
    } else if (totals.queries() == 0) {
      reasons.add(Code.NOTHING_MEASURED.of("no statement was sent: operations did nothing"));
    }
    failures(figures, reasons);
    rate(totals, evidence.scenario().load().terminals() != null, reasons);
    evidence
        .machines()
        .each()
        .forEach(one -> reasons.addAll(ofClient(one, totals.elapsedSeconds())));
    warmup(evidence, reasons);
    counters(evidence, reasons);
    return new Judgement(Verdict.of(reasons), notes(evidence, reasons));
  }

  private static List<String> notes(Evidence evidence, List<Reason> reasons) {
    List<String> notes = new ArrayList<>(failingKinds(evidence.figures().parts().kinds(), false));
    if (evidence.figures().totals().elapsedSeconds() < BusyMachine.JUDGED_SECONDS) {
      notes.add("too short to judge the client: measure for 5 s or longer");
    }
    if (evidence.crowd()) {
      overrunNote(evidence.longestMillis(), evidence.warmupOverrunMillis()).ifPresent(notes::add);
    }
    BusyMachine.note(evidence.machines().whole())
        .filter(note -> reasons.stream().noneMatch(reason -> reason.code() == note.code()))
        .ifPresent(note -> notes.add(note.text()));
    return notes;
  }

  private static List<Reason> ofClient(BusyMachine.MachineUse load, double elapsedSeconds) {
    List<Reason> reasons = new ArrayList<>();
    Client client = load.client();
    Double utilization = client.cpuUtilization();
    if (utilization != null && utilization > SATURATED && elapsedSeconds >= JUDGED_SECONDS) {
      reasons.add(Code.CLIENT_SATURATED.of(saturated(utilization)));
    }
    BusyMachine.spoils(load, elapsedSeconds).ifPresent(reasons::add);
    Double still = client.stoodStillSeconds();
    Reason stood = still == null ? null : StandstillWatch.problem(still, elapsedSeconds);
    if (stood != null) {
      String why = ": it was stopped, or its machine was overloaded";
      reasons.add(stood.code().of(stood.text() + why));
    }
    return load.agents().isEmpty()
        ? reasons
        : reasons.stream().map(reason -> reason.in("agent " + load.agents())).toList();
  }

  /**
   * Message about the time without success in which operations failed, if there is one: a server
   * that fails slowly, or after many quick successes, spoils the run and not its share of failures.
   *
   * @param failingSeconds that time, which ends at the deadline; absent for none
   * @param timeSeconds from the start of the measurement to the deadline; 0 without one
   */
  static Optional<Reason> failingTime(
      @Nullable Double failingSeconds, double elapsedSeconds, double timeSeconds) {
    double whole = timeSeconds > 0 ? Math.min(timeSeconds, elapsedSeconds) : elapsedSeconds;
    return failingSeconds != null
            && failingSeconds > Math.max(JUDGED_GAP_SECONDS, FAILED_SHARE * whole)
        ? Optional.of(
            Code.OPERATIONS_FAILED.of(
                words(
                    "operations failed and none succeeded for %.1f of %.1f s",
                    failingSeconds, whole)))
        : Optional.empty();
  }

  /**
   * Messages about the kinds of operations that failed too often: where a kind is rare, the share
   * of all failures hides it.
   *
   * @param kinds nothing where all are of one kind
   * @param spoils true for kinds that never succeeded, which makes a run INVALID; false for the
   *     others
   */
  static List<String> failingKinds(@Nullable List<KindFigures> kinds, boolean spoils) {
    List<String> said = new ArrayList<>();
    for (KindFigures kind : kinds == null || kinds.size() == 1 ? List.<KindFigures>of() : kinds) {
      long failed = kind.failed() + kind.unknown();
      long ended = kind.transactions() + failed;
      boolean never = kind.transactions() == 0 && failed >= JUDGED_FAILURES;
      if (never == spoils && failed > FAILED_SHARE * ended) {
        said.add(words("%s: %s", kind.kind(), notSucceeded(failed, ended)));
      }
    }
    return said;
  }

  private static String notSucceeded(long failed, long ended) {
    return words(
        "%,d of %,d operations did not succeed (%.1f %%)", failed, ended, 100.0 * failed / ended);
  }

  public static String saturated(double utilization) {
    return words(
        "the client used %.0f %% of the processors that it may use: it set the pace, not the"
            + " server",
        100 * utilization);
  }

  public static Optional<String> failed(Totals totals) {
    long failed = totals.failed() + totals.unknown();
    long ended = totals.transactions() + failed;
    return failed > 0 && failed > FAILED_SHARE * ended
        ? Optional.of(notSucceeded(failed, ended))
        : Optional.empty();
  }

  private static void failures(RunFigures figures, List<Reason> reasons) {
    failed(figures.totals()).map(Code.OPERATIONS_FAILED::of).ifPresent(reasons::add);
    long refused =
        figures.errors().stream()
            .filter(error -> CONNECT_PHASES.contains(error.phase()))
            .mapToLong(ErrorCount::count)
            .sum();
    if (refused > 0) {
      reasons.add(
          Code.SERVER_LOST.of(
              words(
                  "the server could not be reached for a time: %,d failed attempts to get a"
                      + " connection",
                  refused)));
    }
  }

  static double mayStayUnserved(long arrivals) {
    double few = Math.min(UNSERVED_ALWAYS, UNSERVED_SHARE_OF_FEW * arrivals);
    return Math.max(few, UNSERVED_SHARE * arrivals);
  }

  static Optional<String> missed(Totals totals) {
    return isServed(totals)
        ? Optional.empty()
        : Optional.of(
            words(
                "missed its rate: %,d of %,d arrivals were unserved, and no response time is"
                    + " counted for them",
                totals.unserved(), totals.arrivals()));
  }

  private static boolean isServed(Totals totals) {
    Long arrivals = totals.arrivals();
    return arrivals == null || totals.unserved() <= mayStayUnserved(arrivals);
  }

  private static void rate(Totals totals, boolean terminals, List<Reason> reasons) {
    if (!terminals) {
      missed(totals).map(Code.RATE_MISSED::of).ifPresent(reasons::add);
    } else if (!isServed(totals)) {
      reasons.add(
          Code.RATE_MISSED.of(
              words(
                  "%,d of %,d transactions that were due at terminals were not served, and no"
                      + " response time is counted for them",
                  totals.unserved(), totals.arrivals())));
    }
  }

  /**
   * A server that bmt started has counted what bmt counted: no fewer, and no more than failures
   * explain.
   */
  private static void counters(Evidence evidence, List<Reason> reasons) {
    if (!evidence.quietServer()) {
      return;
    }
    ServerCounts server = evidence.server();
    if (server == null) {
      reasons.add(
          Code.COUNTS_DIFFER.of(
              "the server's own counters could not be read at the end, so bmt's counts are not"
                  + " confirmed"));
      return;
    }
    long excess = server.statements() - server.counted();
    if (excess < 0 || excess > evidence.excused()) {
      reasons.add(
          Code.COUNTS_DIFFER.of(
              words(
                  "the server counted %,d statements and bmt counted %,d",
                  server.statements(), server.counted())));
    }
    long opened = evidence.connects().of(Counter.TRANSACTIONS);
    long more = server.counters().getOrDefault("Connections", 0L) - opened;
    if (opened > 0 && (more < 0 || more > evidence.excused() - opened)) {
      reasons.add(
          Code.COUNTS_DIFFER.of(
              words(
                  "the server counted %,d new connections and bmt opened %,d",
                  opened + more, opened)));
    }
  }

  /**
   * Note about an operation of the warm-up that, in a crowd of workers, ran further into the
   * measurement than any measured one took, though not so far that the run is INVALID: in a crowd,
   * any operation may have the longest wait.
   *
   * @param longestMillis longest response time of an operation that ended OK; nothing without one
   */
  static Optional<String> overrunNote(@Nullable Double longestMillis, double overrunMillis) {
    return longestMillis == null
            || overrunMillis <= Math.max(OVERRUN_MILLIS, longestMillis)
            || hidesStall(longestMillis, overrunMillis, true)
        ? Optional.empty()
        : Optional.of(
            words(
                "an operation of the warm-up ran %,.0f ms into the measurement; the longest"
                    + " measured one took %,.0f ms",
                overrunMillis, longestMillis));
  }

  private static void warmup(Evidence evidence, List<Reason> reasons) {
    double overrunMillis = evidence.warmupOverrunMillis();
    if (hidesStall(evidence.longestMillis(), overrunMillis, evidence.crowd())) {
      reasons.add(
          Code.WARMUP_OVERRUN.of(
              words(
                  "an operation of the warm-up ran %,.0f ms into the measurement, longer than any"
                      + " measured one took%s: a stall that no measured time shows",
                  overrunMillis, evidence.crowd() ? ", more than twice as long" : "")));
    }
  }

  private static boolean hidesStall(
      @Nullable Double longestMillis, double overrunMillis, boolean crowd) {
    return overrunMillis > OVERRUN_MILLIS
        && (longestMillis == null || overrunMillis > (crowd ? 2 : 1) * longestMillis);
  }
}
