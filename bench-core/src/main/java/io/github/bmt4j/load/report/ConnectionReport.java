package io.github.bmt4j.load.report;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.load.run.ConnectionFigures;
import io.github.bmt4j.load.run.ConnectionFigures.Connects;
import io.github.bmt4j.load.run.ConnectionFigures.Idle;
import io.github.bmt4j.load.run.ConnectionFigures.Server;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Numbers;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The connections of a run beside those of its threads, for people. */
record ConnectionReport(@Nullable Idle idle, @Nullable Connects connects, @Nullable Server server) {
  static ConnectionReport of(RunResult result) {
    ConnectionFigures figures = result.connections();
    return figures == null
        ? new ConnectionReport(null, null, null)
        : new ConnectionReport(figures.idle(), figures.connects(), figures.server());
  }

  /** The part of a headline; empty without such connections. */
  String headline() {
    String all =
        Stream.of(
                idle == null ? "" : counted(idle.opened() - idle.lost(), "idle connection"),
                connects == null
                    ? ""
                    : Numbers.number("%,.1f", connects.perSecond()) + " new connections/s")
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" and "));
    return all.isEmpty() ? "" : " beside " + all;
  }

  void add(Description.Builder built, @Nullable ServerCounts counts) {
    if (idle != null) {
      built.fact(
          "idle",
          words(
              "%s open after %s, %s lost, touched %,d times%s",
              counted(idle.opened(), "connection"),
              duration(1e3 * idle.openSeconds()),
              idle.lost() == 0 ? "none" : words("%,d", idle.lost()),
              idle.pings(),
              server == null
                  ? ""
                  : words(
                      "; with the threads' own, Threads_connected grew by %,d",
                      server.connected())));
      built.fact(
          "each takes",
          idle.heapBytesEach() == null
                  && idle.residentBytesEach() == null
                  && idle.serverBytesEach() == null
              ? "not shown: it did not grow, or the connections of a process are fewer than 500"
              : words(
                  "%s of the client's heap, %s of its RSS, %s of the server's memory",
                  kilobytes(idle.heapBytesEach()),
                  kilobytes(idle.residentBytesEach()),
                  kilobytes(idle.serverBytesEach())));
    }
    if (connects != null) {
      built.fact(
          "connects",
          words(
              "%,d of %,d due opened, used and closed, at most %,d at once; %,d failed, %,d"
                  + " unserved%s",
              connects.opened(),
              connects.arrivals(),
              connects.atOnce(),
              connects.failed(),
              connects.unserved(),
              counts == null
                  ? ""
                  : words(
                      "; with the warm-up the server counted %,d, and %,d aborted",
                      counts.counters().getOrDefault("Connections", 0L),
                      counts.counters().getOrDefault("Aborted_connects", 0L))));
    }
  }

  private static String kilobytes(@Nullable Double bytes) {
    return bytes == null ? "-" : words("%,.0f KB", bytes / 1e3);
  }

  @Nullable Times times() {
    return connects == null ? null : connects.response();
  }
}
