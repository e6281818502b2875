package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverAnalysis;
import io.github.bmt4j.failover.figures.Limits;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A repetition made up by hand, and what is advised after it. */
abstract class AdvisedStory {
  static final long T0 = 1_000_000_000_000L;
  static final double END = 90_000;
  static final String OLD = "127.0.0.2:3306";
  static final String NEW = "127.0.0.3:3306";
  static final ApplicationSettings AS_SHIPPED =
      ApplicationSettings.of(ApplicationSettings.Profile.AS_SHIPPED, 10, null);
  static final ApplicationSettings TUNED =
      ApplicationSettings.of(ApplicationSettings.Profile.TUNED, 10, null);

  static final String URL = "jdbc:mariadb://127.0.0.2:3306/test";

  final List<Operation> operations = new ArrayList<>();
  final List<Connect> connects = new ArrayList<>();
  final List<TimelineEvent> timeline = new ArrayList<>();
  final List<NodeObservation> observations = new ArrayList<>();
  String newPrimary = "node2";
  long sequence;
  String url = URL;
  boolean own;
  Set<HaMode> modes = Set.copyOf(DriverFamily.MARIADB.modes());

  /** Writes go well until the fault, and again from {@code back} on; node2 is primary after 1 s. */
  AdvisedStory outage(double back) {
    for (double due = -5_000; due < 0; due += 5) {
      write(due, due + 1, Outcome.OK, 0, ErrorPhase.COMMIT);
    }
    for (double due = back; due < END; due += 5) {
      write(due, due + 1, Outcome.OK, 0, ErrorPhase.COMMIT);
    }
    connect(-6_000, OLD, true);
    timeline.add(new TimelineEvent(ns(0), Kind.FAULT, "node1", ""));
    timeline.add(new TimelineEvent(ns(1), Kind.INJECTED, "node1", ""));
    return this;
  }

  static long ns(double millis) {
    return T0 + Math.round(millis * 1e6);
  }

  void write(double from, double to, @Nullable Outcome outcome, int code, ErrorPhase phase) {
    operations.add(
        new Operation(
            ProbeKind.WRITER,
            sequence++,
            1,
            true,
            ns(from),
            ns(from),
            outcome == null ? Operation.NEVER : ns(to),
            outcome,
            code,
            "",
            phase,
            from < 0 ? "node1" : "node2",
            Operation.NEVER,
            Operation.NEVER));
  }

  AdvisedStory connect(double at, String address, boolean connected) {
    connects.add(new Connect(ProbeKind.WRITER, ns(at), ns(at + 1), address, connected));
    return this;
  }

  List<String> advice(HaMode ha, ApplicationSettings settings) {
    Evidence evidence =
        new Evidence(
            T0,
            ns(-5_000),
            ns(END),
            new Evidence.Primaries(
                "node1", newPrimary, newPrimary.equals("node1") ? null : ns(1_000)),
            new ClientLog(operations, connects, List.of()),
            new Evidence.Servers(observations, List.of(), List.of()),
            timeline,
            new Evidence.Way(false, false),
            Map.of(ProbeKind.WRITER, 200.0));
    Repetition repetition = new FailoverAnalysis(evidence, Limits.USUAL).repetition(1, List.of());
    Remedies remedies = new Remedies(ha, settings.inForce(url), own ? url : null, modes, 1);
    return FailoverAdvice.of(evidence, repetition, remedies).stream()
        .map(one -> one.seen() + " | " + one.trying())
        .toList();
  }
}
