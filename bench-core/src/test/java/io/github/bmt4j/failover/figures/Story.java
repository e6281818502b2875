package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A repetition written by hand. Times in ms from t0; the baseline begins at −10,000. Operations and
 * looks take 1 ms unless told otherwise. Server "1" on node1 is the old primary.
 */
final class Story {
  static final long T0 = 1_000_000_000_000L;
  static final double BEGIN = -10_000;

  double end = 30_000;
  @Nullable String newPrimary = "1";
  @Nullable Double promoted;
  boolean routesReads;
  boolean onPath;
  final Map<ProbeKind, Double> rates = new EnumMap<>(ProbeKind.class);
  final List<Operation> operations = new ArrayList<>();
  final List<Connect> connects = new ArrayList<>();
  final List<Pause> pauses = new ArrayList<>();
  final List<NodeObservation> looks = new ArrayList<>();
  final List<TimelineEvent> timeline = new ArrayList<>();
  final List<LedgerCopy> ledgers = new ArrayList<>();
  final List<String> takeWrites = new ArrayList<>();
  private final Map<ProbeKind, Long> sequences = new EnumMap<>(ProbeKind.class);

  /** What an observer found. */
  enum Look {
    PRIMARY,
    REPLICA,
    DOWN
  }

  /** With 200 writes a second. */
  Story() {
    rates.put(ProbeKind.WRITER, 200.0);
    event(0, TimelineEvent.Kind.FAULT, "node1", "kill");
    event(2, TimelineEvent.Kind.INJECTED, "node1", "killed");
  }

  static long ns(double millis) {
    return T0 + Math.round(millis * 1e6);
  }

  /** Everything well from the start to {@code to}, and from {@code back} to the end. */
  static Story outage(double to, double back) {
    return new Story().ok(BEGIN, to).ok(back, 30_000);
  }

  Story rate(ProbeKind probe, double perSecond) {
    rates.put(probe, perSecond);
    return this;
  }

  /** Another server takes over. */
  Story promotes(String server, double at) {
    newPrimary = server;
    promoted = at;
    return this;
  }

  /** Writes of server 1 that are due in [from, to) and end OK 1 ms later. */
  Story ok(double from, double to) {
    return ok(ProbeKind.WRITER, from, to, "1");
  }

  Story ok(ProbeKind probe, double from, double to, String server) {
    for (double due = from; due < to; due += interval(probe)) {
      add(attempt(probe, due).ends(due + 1, Outcome.OK).by(server));
    }
    return this;
  }

  /** Writes due in [from, to) that all end OK at {@code until}. */
  Story hang(double from, double to, double until) {
    for (double due = from; due < to; due += interval(ProbeKind.WRITER)) {
      add(attempt(ProbeKind.WRITER, due).ends(until, Outcome.OK).by("1"));
    }
    return this;
  }

  /** Writes due in [from, to) that fail within 1 ms. */
  Story fail(ProbeKind probe, double from, double to, int code) {
    for (double due = from; due < to; due += interval(probe)) {
      add(attempt(probe, due).fails(due + 1, Outcome.FAILED, code, ErrorPhase.STATEMENT));
    }
    return this;
  }

  Attempt attempt(ProbeKind probe, double due) {
    return new Attempt(probe, sequences.merge(probe, 1L, Long::sum) - 1, due);
  }

  Story add(Attempt attempt) {
    operations.add(attempt.operation());
    return this;
  }

  /** Looks at a node every 20 ms in [from, to). */
  Story looks(String node, String server, double from, double to, Look found) {
    for (double at = from; at < to; at += 20) {
      look(node, server, at, at + 1, found);
    }
    return this;
  }

  Story look(String node, String server, double from, double to, Look found) {
    looks.add(
        new NodeObservation(
            node,
            found == Look.DOWN ? "" : server,
            ns(from),
            ns(to),
            found != Look.DOWN,
            found == Look.PRIMARY,
            found == Look.REPLICA));
    return this;
  }

  Story connect(double at, boolean connected) {
    connects.add(new Connect(ProbeKind.WRITER, ns(at), ns(at + 1), "127.0.0.2:40100", connected));
    return this;
  }

  Story pause(Pause.Kind kind, double from, double to) {
    pauses.add(new Pause(kind, ns(from), ns(to)));
    return this;
  }

  Story event(double at, TimelineEvent.Kind kind, String node, String text) {
    timeline.add(new TimelineEvent(ns(at), kind, node, text));
    return this;
  }

  /** A node's ledger, of (sequence, attempt). */
  Story ledger(String node, long[]... rows) {
    List<LedgerCopy.Row> all = new ArrayList<>();
    for (long[] row : rows) {
      all.add(new LedgerCopy.Row(all.size() + 1L, row[0], (int) row[1], "1"));
    }
    ledgers.add(new LedgerCopy(node, all));
    return this;
  }

  Evidence evidence() {
    return new Evidence(
        T0,
        ns(BEGIN),
        ns(end),
        new Evidence.Primaries("1", newPrimary, promoted == null ? null : (Long) ns(promoted)),
        new ClientLog(operations, connects, pauses),
        new Evidence.Servers(looks, ledgers, takeWrites),
        timeline,
        new Evidence.Way(onPath, routesReads),
        rates);
  }

  FailoverFigures figures() {
    return figures(Limits.USUAL);
  }

  FailoverFigures figures(Limits limits) {
    return Sums.checked(new FailoverAnalysis(evidence(), limits).repetition(1, List.of()))
        .figures();
  }

  Repetition repetition() {
    return Sums.checked(new FailoverAnalysis(evidence(), Limits.USUAL).repetition(1, List.of()));
  }

  private double interval(ProbeKind probe) {
    return 1000 / rates.getOrDefault(probe, 1.0);
  }

  /** One attempt in the making; stuck until it is told how it ends. */
  static final class Attempt {
    private final ProbeKind probe;
    private final long sequence;
    private final double due;
    private int number = 1;
    private boolean last = true;
    private long start;
    private long end = Operation.NEVER;
    private @Nullable Outcome outcome;
    private int code;
    private @Nullable ErrorPhase phase;
    private String server = "";
    private long newest = Operation.NEVER;

    private Attempt(ProbeKind probe, long sequence, double due) {
      this.probe = probe;
      this.sequence = sequence;
      this.due = due;
      this.start = ns(due);
    }

    Attempt begins(double at) {
      start = ns(at);
      return this;
    }

    Attempt ends(double at, Outcome how) {
      end = ns(at);
      outcome = how;
      return this;
    }

    Attempt fails(double at, Outcome how, int vendorCode, ErrorPhase where) {
      code = vendorCode;
      phase = where;
      return ends(at, how);
    }

    /** It is stuck there. */
    Attempt in(ErrorPhase where) {
      phase = where;
      return this;
    }

    Attempt unserved() {
      start = Operation.NEVER;
      return this;
    }

    Attempt by(String who) {
      server = who;
      return this;
    }

    Attempt saw(long id) {
      newest = id;
      return this;
    }

    /** It is retried. */
    Attempt retried() {
      last = false;
      return this;
    }

    /** The attempt after this one, of the same operation. */
    Attempt next(double at) {
      Attempt next = new Attempt(probe, sequence, due);
      next.number = number + 1;
      next.start = ns(at);
      return next;
    }

    private Operation operation() {
      return new Operation(
          probe,
          sequence,
          number,
          last,
          ns(due),
          start,
          end,
          outcome,
          code,
          code == 0 ? "" : "HY000",
          phase,
          server,
          newest,
          Operation.NEVER);
    }
  }
}
