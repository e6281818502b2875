package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.percent;

import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.balance.BalanceFigures.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Shares over time: a row for each server, a column for each piece of time, a mark for how much of
 * its fair share the server had.
 */
final class BalanceSketch {
  private static final int MOST_COLUMNS = 120;
  private static final int MOST_NAME = 16;

  private final BalanceFigures figures;
  private final List<List<Slice>> columns;
  private final int secondsPerColumn;
  private final double fairShare;

  private BalanceSketch(BalanceFigures figures, int width) {
    int most = Math.max(1, Math.min(width - MOST_NAME - 3, MOST_COLUMNS));
    this.figures = figures;
    this.secondsPerColumn = Math.max(1, (figures.slices().size() + most - 1) / most);
    this.columns = new ArrayList<>();
    for (int from = 0; from < figures.slices().size(); from += secondsPerColumn) {
      int to = Math.min(from + secondsPerColumn, figures.slices().size());
      columns.add(figures.slices().subList(from, to));
    }
    this.fairShare = 1.0 / figures.perServer().values().stream().filter(s -> s.shares()).count();
  }

  /**
   * Operations and connections.
   *
   * @param width of a line
   */
  static String of(BalanceFigures figures, int width) {
    BalanceSketch chart = new BalanceSketch(figures, width);
    Map<String, ServerLoad> servers = figures.perServer();
    String operations =
        servers.entrySet().stream()
            .map(one -> row(one.getKey(), chart.marks(column -> chart.mark(one, column))))
            .collect(Collectors.joining());
    String connections =
        servers.entrySet().stream()
            .filter(one -> one.getValue().shares())
            .map(Map.Entry::getKey)
            .map(
                name ->
                    row(
                        name,
                        chart.marks(
                            column -> chart.mark(name, column, Slice::connections, chart::shares))))
            .collect(Collectors.joining());
    return line("  share of the operations, of the fair share of %s:", percent(1, chart.fairShare))
        + line("  . none  - under 50 %%  + under 80 %%  = to 120 %%  # above  ! none expected")
        + operations
        + chart.moments()
        + (figures.slices().stream().allMatch(slice -> slice.connections().isEmpty())
            ? ""
            : line("  share of the connections:") + connections);
  }

  /** The mark of a server's operations; some servers should have none. */
  private char mark(Map.Entry<String, ServerLoad> server, List<Slice> column) {
    char mark = mark(server.getKey(), column, Slice::operations, all -> true);
    return server.getValue().shares() || mark == '.' || mark == ' ' ? mark : '!';
  }

  private String marks(Function<List<Slice>, Character> mark) {
    return columns.stream().map(mark).map(String::valueOf).collect(Collectors.joining());
  }

  /** The mark of a server's part of the counted servers' total; a space where it has no value. */
  private char mark(
      String name,
      List<Slice> column,
      Function<Slice, Map<String, ? extends Number>> values,
      Predicate<String> counted) {
    double own = 0;
    double all = 0;
    boolean seen = false;
    for (Slice slice : column) {
      for (Map.Entry<String, ? extends Number> value : values.apply(slice).entrySet()) {
        boolean is = value.getKey().equals(name);
        seen |= is;
        own += is ? value.getValue().doubleValue() : 0;
        all += counted.test(value.getKey()) ? value.getValue().doubleValue() : 0;
      }
    }
    return seen ? mark(own, all) : ' ';
  }

  private boolean shares(String name) {
    var server = figures.perServer().get(name);
    return server != null && server.shares();
  }

  private char mark(double own, double all) {
    double ofFair = own / all / fairShare;
    return all == 0
        ? ' '
        : own == 0 ? '.' : ofFair < 0.5 ? '-' : ofFair < 0.8 ? '+' : ofFair <= 1.2 ? '=' : '#';
  }

  private String moments() {
    Moments moments = figures.moments();
    char[] marks = new char[columns.size()];
    Arrays.fill(marks, ' ');
    Double lost = moments.lostMs();
    Double returned = moments.returnedMs();
    String step = words("one column is %d s", secondsPerColumn);
    if (lost == null) {
      return line("  %-" + MOST_NAME + "s (%s)", "", step);
    }
    put(marks, lost, 'L');
    String words = words("L %s is lost at %.1f s", moments.lostServer(), lost / 1e3);
    if (returned != null) {
      put(marks, returned, 'R');
      words += words(", R it is back at %.1f s", returned / 1e3);
    }
    return row("", new String(marks).stripTrailing())
        + line("  %-" + MOST_NAME + "s (%s; %s)", "", words, step);
  }

  private void put(char[] marks, double atMs, char mark) {
    int column = (int) (atMs / (1e3 * secondsPerColumn));
    if (column < marks.length) {
      marks[column] = mark;
    }
  }

  private static String row(String name, String marks) {
    String shown = name.length() > MOST_NAME ? name.substring(0, MOST_NAME) : name;
    return line("  %-" + MOST_NAME + "s %s", shown, marks.stripTrailing());
  }
}
