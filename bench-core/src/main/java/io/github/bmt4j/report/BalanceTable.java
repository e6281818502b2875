package io.github.bmt4j.report;

import static io.github.bmt4j.report.FailoverReport.line;

import io.github.bmt4j.result.BalanceFigures;
import io.github.bmt4j.result.BalanceFigures.Load;
import io.github.bmt4j.result.BalanceFigures.Moments;
import io.github.bmt4j.result.BalanceFigures.PhaseValues;
import io.github.bmt4j.result.BalanceFigures.Served;
import io.github.bmt4j.result.BalanceFigures.ServerLoad;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What each server had to do and what the application got, phase by phase. */
final class BalanceTable {
  private BalanceTable() {}

  /** A line for each server, and their evenness. */
  static String loads(BalanceFigures figures) {
    StringBuilder text = new StringBuilder();
    text.append(line("  %-18s %25s %25s %25s", "", "before", "during", "after"));
    text.append(
        line(
            "  %-18s %s %s %s",
            String.join(", ", figures.probes()) + "s", columns(), columns(), columns()));
    Moments moments = figures.moments();
    Double lost = moments.lostMs();
    Double returned = moments.returnedMs();
    double beforeEnd = lost == null ? moments.endMs() : lost;
    double duringEnd = returned == null ? moments.endMs() : returned;
    figures
        .perServer()
        .forEach(
            (name, server) ->
                text.append(
                    line(
                        "  %-18s %s %s %s",
                        name + role(server),
                        cells(
                            server.operations().before(), server.connections().before(), beforeEnd),
                        cells(
                            server.operations().during(),
                            server.connections().during(),
                            duringEnd - beforeEnd),
                        cells(
                            server.operations().after(),
                            server.connections().after(),
                            moments.endMs() - duringEnd))));
    PhaseValues operations = figures.jain().operations();
    PhaseValues connections = figures.jain().connections();
    text.append(
        line(
            "  %-18s %s %s %s",
            "evenness",
            evenness(operations.before(), connections.before()),
            evenness(operations.during(), connections.during()),
            evenness(operations.after(), connections.after())));
    return text.toString();
  }

  /** What the application got of each probe. */
  static String served(BalanceFigures figures) {
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "  %-18s %9s %7s %8s %9s %9s %9s %10s %9s",
            "times in ms", "ok", "failed", "unknown", "unserved", "p50", "p99", "largest", "gap"));
    figures
        .served()
        .forEach(
            (probe, phases) ->
                text.append(served(probe + " before", phases.before()))
                    .append(served(probe + " during", phases.during()))
                    .append(served(probe + " after", phases.after())));
    return text.toString();
  }

  private static String served(String name, @Nullable Served served) {
    return served == null
        ? ""
        : line(
            "  %-18s %,9d %,7d %,8d %,9d %9s %9s %10s %9s",
            name,
            served.ok(),
            served.failed(),
            served.unknown(),
            served.unserved(),
            Numbers.millis(served.p50Ms()),
            Numbers.millis(served.p99Ms()),
            Numbers.millis(served.largestMs()),
            Numbers.millis(served.longestGapMs()));
  }

  private static String role(ServerLoad server) {
    return server.primary() ? " (primary)" : "";
  }

  private static String columns() {
    return String.format(Locale.ROOT, "%9s %7s %7s", "ok/s", "share", "conns");
  }

  private static String cells(
      @Nullable Load operations, @Nullable Load connections, double phaseMs) {
    return String.format(
        Locale.ROOT,
        "%9s %7s %7s",
        operations == null || phaseMs <= 0
            ? "-"
            : String.format(Locale.ROOT, "%,.1f", operations.count() / phaseMs * 1e3),
        operations == null ? "-" : BalanceReport.share(operations.share()),
        connections == null ? "-" : String.format(Locale.ROOT, "%,.1f", connections.count()));
  }

  private static String evenness(@Nullable Double operations, @Nullable Double connections) {
    return String.format(Locale.ROOT, "%9s %7s %7s", "", index(operations), index(connections));
  }

  private static String index(@Nullable Double index) {
    return index == null ? "-" : String.format(Locale.ROOT, "%.3f", index);
  }
}
