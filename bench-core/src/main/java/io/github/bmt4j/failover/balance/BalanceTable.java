package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.line;

import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Loads;
import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.PhaseValues;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What each server had to do and what the application got, phase by phase. */
final class BalanceTable {
  private static final String BEFORE = "before";
  private static final String DURING = "during";
  private static final String AFTER = "after";

  private BalanceTable() {}

  /** A line for each server, and their evenness. */
  static String loads(BalanceFigures figures) {
    List<Phase> phases = Phase.of(figures.moments());
    StringBuilder text = new StringBuilder();
    text.append(row("", phases, phase -> phase.name()));
    text.append(
        row(
            String.join(", ", figures.probes()) + "s",
            phases,
            phase -> String.format(Locale.ROOT, "%8s %7s %7s", "ok/s", "share", "conns")));
    figures
        .perServer()
        .forEach(
            (name, server) ->
                text.append(
                    row(
                        name + (server.primary() ? " (primary)" : ""),
                        phases,
                        phase -> cells(server, phase))));
    text.append(
        row(
            "evenness (Jain)",
            phases,
            phase ->
                String.format(
                    Locale.ROOT,
                    "%8s %7s %7s",
                    "",
                    index(phase.value(figures.jain().operations())),
                    index(phase.value(figures.jain().connections())))));
    return text.toString();
  }

  /** What the application got of each probe. */
  static String served(BalanceFigures figures) {
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "  %-16s %7s %6s %7s %8s %7s %9s %9s %9s %8s",
            "times in ms",
            "ok",
            "failed",
            "unknown",
            "unserved",
            "at once",
            "p50",
            "p99",
            "largest",
            "gap"));
    figures
        .served()
        .forEach(
            (probe, phases) ->
                text.append(served(probe + " " + BEFORE, phases.before()))
                    .append(served(probe + " " + DURING, phases.during()))
                    .append(served(probe + " " + AFTER, phases.after())));
    return text.toString();
  }

  private static String served(String name, @Nullable Served served) {
    return served == null
        ? ""
        : line(
            "  %-16s %,7d %,6d %,7d %,8d %,7.1f %9s %9s %9s %8s",
            name,
            served.ok(),
            served.failed(),
            served.unknown(),
            served.unserved(),
            served.underWay(),
            Numbers.millis(served.p50Ms()),
            Numbers.millis(served.p99Ms()),
            Numbers.millis(served.largestMs()),
            Numbers.millis(served.longestGapMs()));
  }

  private static String row(String name, List<Phase> phases, Function<Phase, String> cell) {
    StringBuilder text = new StringBuilder();
    phases.forEach(phase -> text.append(String.format(Locale.ROOT, " %24s", cell.apply(phase))));
    return line("  %-18s%s", name, text);
  }

  private static String cells(ServerLoad server, Phase phase) {
    Load operations = phase.load(server.operations());
    Load connections = phase.load(server.connections());
    return String.format(
        Locale.ROOT,
        "%8s %7s %7s",
        operations == null || phase.seconds() <= 0
            ? "-"
            : String.format(Locale.ROOT, "%,.1f", operations.count() / phase.seconds()),
        operations == null ? "-" : BalanceReport.share(operations.share()),
        connections == null ? "-" : String.format(Locale.ROOT, "%,.1f", connections.count()));
  }

  private static String index(@Nullable Double index) {
    return index == null ? "-" : String.format(Locale.ROOT, "%.3f", index);
  }

  /** A phase that there was. */
  private record Phase(String name, double seconds) {
    static List<Phase> of(Moments moments) {
      Double lost = moments.lostMs();
      Double returned = moments.returnedMs();
      if (lost == null) {
        return List.of(new Phase(BEFORE, moments.endMs() / 1e3));
      }
      Phase before = new Phase(BEFORE, lost / 1e3);
      return returned == null
          ? List.of(before, new Phase(DURING, (moments.endMs() - lost) / 1e3))
          : List.of(
              before,
              new Phase(DURING, (returned - lost) / 1e3),
              new Phase(AFTER, (moments.endMs() - returned) / 1e3));
    }

    @Nullable Load load(Loads loads) {
      return switch (name) {
        case BEFORE -> loads.before();
        case DURING -> loads.during();
        default -> loads.after();
      };
    }

    @Nullable Double value(PhaseValues values) {
      return switch (name) {
        case BEFORE -> values.before();
        case DURING -> values.during();
        default -> values.after();
      };
    }
  }
}
