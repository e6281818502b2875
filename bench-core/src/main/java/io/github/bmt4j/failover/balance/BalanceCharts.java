package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.Slice;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Band;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

final class BalanceCharts {
  /** Charts of the group share cursor and zoom. */
  static final String GROUP = "balance";

  private BalanceCharts() {}

  static List<Chart> of(BalanceFigures figures) {
    return List.of(
        chart(figures, "operations", "operations/s", BalanceCharts::operations),
        chart(figures, "connections", "connections", BalanceCharts::connections));
  }

  private static Chart chart(
      BalanceFigures figures,
      String what,
      String unit,
      BiFunction<Slice, String, @Nullable Double> value) {
    List<Slice> slices = figures.slices();
    List<Line> lines =
        figures.perServer().keySet().stream()
            .map(
                server ->
                    new Line(
                        server,
                        slices.stream()
                            .<@Nullable Double>map(slice -> value.apply(slice, server))
                            .toList()))
            .toList();
    return new Chart(
        "Balance: " + what + " of each server",
        false,
        GROUP,
        new Chart.Axes(Chart.Scale.LINEAR, false, "time, s (end of slice)", unit),
        List.of(new Plot(slices.stream().map(slice -> slice.toMs() / 1e3).toList(), lines)),
        away(figures.moments()),
        null,
        false);
  }

  private static List<Band> away(Moments moments) {
    Double lost = moments.lostMs();
    double end = Objects.requireNonNullElse(moments.returnedMs(), moments.endMs());
    return lost == null
        ? List.of()
        : List.of(new Band(moments.lostServer() + " away", lost / 1e3, end / 1e3));
  }

  /** Operations a second: the last slice may have another length. */
  private static @Nullable Double operations(Slice slice, String server) {
    Long count = slice.operations().get(server);
    return count == null ? null : (Double) (1e3 * count / (slice.toMs() - slice.fromMs()));
  }

  private static @Nullable Double connections(Slice slice, String server) {
    Integer count = slice.connections().get(server);
    return count == null ? null : (Double) count.doubleValue();
  }
}
