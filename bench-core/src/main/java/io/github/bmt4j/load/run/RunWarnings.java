package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.workload.StatementRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Notes that qualify the figures of a run, from its course. */
final class RunWarnings {
  private static final double OVERRUN_SHARE = 0.02;

  /** A monitor sends fewer, of those of a load. */
  private static final double OTHERS_SHARE = 0.1;

  /** The first word of a statement that finds or changes rows, behind its place. */
  private static final Pattern OF_ROWS =
      Pattern.compile(
          ":\\d+ \\(*(SELECT|WITH|UPDATE|DELETE|INSERT|REPLACE)\\b", Pattern.CASE_INSENSITIVE);

  /** A shorter wait for a connection may be the client's own delay. */
  private static final double SHORT_MILLIS = 10;

  private static final double MORE_SECONDS = 0.2;

  private RunWarnings() {}

  private static Optional<String> waiting(Job job, Latencies latencies) {
    Double waited = Percentiles.percentile(latencies.waiting(), 0, 99);
    Double served = Percentiles.percentile(latencies.service(), 0, 99);
    return job.scenario().load().terminals() == null
            || waited == null
            || served == null
            || waited <= Math.max(served, SHORT_MILLIS)
        ? Optional.empty()
        : Optional.of(
            words(
                "transactions waited longer for a connection (%s; p99 %,.1f ms) than for the server"
                    + " (p99 %,.1f ms): more --threads may reduce response times",
                counted(job.scenario().connections(), "connection"), waited, served));
  }

  private static List<String> withoutSuccess(Job job, Measurement measured) {
    String text =
        "no operation succeeded for %.1f s in all"
            + (job.scenario().load().scheduled()
                ? ""
                : "; in a closed loop percentiles hardly show it");
    double ofAll =
        Objects.requireNonNullElse(
            RunFigures.withoutSuccess(measured.disturbances().gaps(), measured.latencies()), 0.0);
    List<String> notes = new ArrayList<>(ofAll > 0 ? List.of(words(text, ofAll)) : List.of());
    for (int i = 0; i < measured.parts().endpoints().size(); i++) {
      EndpointMeasurement endpoint = measured.parts().endpoints().get(i);
      Double there = RunFigures.withoutSuccess(endpoint.gaps(), endpoint.latencies());
      if (there != null && there - ofAll >= MORE_SECONDS) {
        notes.addAll(EndpointServer.at(i, List.of(words(text, there))));
      }
    }
    return notes;
  }

  /**
   * Note on statements that others sent to the user's servers meanwhile, such as another load.
   *
   * @param counts absent if they could not be read
   * @param excused statements of bmt that the servers may have counted in addition
   */
  static Optional<String> others(@Nullable ServerCounts counts, long excused) {
    long more = counts == null ? 0 : counts.statements() - counts.counted() - excused;
    return counts == null || more <= OTHERS_SHARE * counts.counted()
        ? Optional.empty()
        : Optional.of(
            words(
                "others used the server too: it counted %,d statements in this time, of which bmt"
                    + " sent %,d",
                counts.statements(), counts.counted()));
  }

  static List<String> idle(@Nullable List<StatementRows> rows) {
    return Stream.ofNullable(rows)
        .flatMap(List::stream)
        .filter(row -> row.executions() > 0 && row.rows() + row.affected() == 0)
        .filter(row -> OF_ROWS.matcher(row.statement()).find())
        .map(
            row ->
                words(
                    "%s: neither found nor changed a row in %,d executions",
                    row.statement(), row.executions()))
        .toList();
  }

  static List<String> of(Job job, boolean onServer, Measurement measured, long backlogOfWarmup) {
    RunScenario scenario = job.scenario();
    List<String> notes = new ArrayList<>();
    long started = measured.counts().of(Counter.STARTED);
    boolean natural = !measured.ending().interrupted() && measured.ending().problems().isEmpty();
    double overrun = measured.elapsedNanos() / 1e9 - scenario.times().timeSeconds();
    if (scenario.times().timeSeconds() > 0
        && overrun > OVERRUN_SHARE * scenario.times().timeSeconds()) {
      notes.add(
          words(
              "the last operations ended %.2f s after the deadline, and rates include this time",
              overrun));
    }
    boolean early =
        scenario.times().timeSeconds() == 0
            || overrun < -OVERRUN_SHARE * scenario.times().timeSeconds();
    boolean allEvents = scenario.allEvents() > 0 && started >= scenario.allEvents();
    if (natural && early && !allEvents) {
      notes.add(
          words(
              "ended after %.2f s and %,d events: every thread had exhausted its input",
              measured.elapsedNanos() / 1e9, started));
    } else if (natural && started < scenario.allEvents()) {
      notes.add(words("ended by time: %,d of %,d events were done", started, scenario.allEvents()));
    }
    waiting(job, measured.latencies()).ifPresent(notes::add);
    Double still = Rounding.seconds(measured.disturbances().stoodStillNanos());
    if (still != null) {
      notes.add(
          words("the client itself stood still for %.1f s: the longest times are its own", still));
    }
    notes.addAll(withoutSuccess(job, measured));
    if (backlogOfWarmup > scenario.load().threads()) {
      notes.add(
          words(
              "the measurement began with a backlog of %,d arrivals of the warm-up; later arrivals"
                  + " waited for them",
              backlogOfWarmup));
    }
    if (scenario.client().byStatement() && onServer && job.preparedFirst() < job.statements()) {
      notes.add(
          words(
              "each thread prepared %,d of %,d statements before the load; the times by statement"
                  + " of the others may include preparing them",
              job.preparedFirst(), job.statements()));
    }
    return notes;
  }
}
