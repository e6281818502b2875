package io.github.bmt4j.load.live;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Throughput and response times of a load as charts at the foot of a terminal, with a column for
 * each interval.
 */
public final class LiveCharts implements Relay {
  private static final int ROWS = 4;
  private static final int LABEL = 11;
  private static final String BLOCKS = " ▁▂▃▄▅▆▇█";

  private final ReportWriter form;
  private final int room;
  private final List<LoadInterval> intervals = new ArrayList<>();
  private @Nullable RunScenario scenario;
  private long errors;

  public LiveCharts(ReportWriter form, int columns) {
    this.form = form;
    this.room = Math.max(10, columns - LABEL - 1);
  }

  @Override
  public Events next() {
    return form;
  }

  @Override
  public void begun(RunScenario load, boolean intervalLines) {
    Relay.super.begun(load, intervalLines);
    scenario = load;
    intervals.clear();
    errors = 0;
  }

  @Override
  public void interval(LoadInterval interval) {
    Relay.super.interval(interval);
    add(interval);
    form.output().foot(charts(Objects.requireNonNull(scenario, "the load has begun")));
  }

  @Override
  public void ended(Measurement measured) {
    Relay.super.ended(measured);
    form.output().foot(List.of());
  }

  private void add(LoadInterval interval) {
    intervals.add(interval);
    if (intervals.size() > room) {
      intervals.remove(0);
    }
    errors += interval.figures().errors();
  }

  private List<String> charts(RunScenario load) {
    List<String> lines = new ArrayList<>();
    String more = counted(load.load().threads(), "thread") + ", " + counted(errors, "error");
    chart("tps", more, one -> one.figures().tps(), tps -> number("%,.1f", tps), lines);
    String percentile = Numbers.percentileName(load.times().percentile()) + " ms";
    chart(percentile, "", one -> one.figures().percentileMs(), Numbers::millis, lines);
    lines.add(axis());
    lines.add(times());
    return lines;
  }

  private void chart(
      String name,
      String more,
      Function<LoadInterval, @Nullable Double> value,
      Function<@Nullable Double, String> text,
      List<String> lines) {
    Double last = null;
    Double most = null;
    for (LoadInterval one : intervals) {
      last = value.apply(one);
      most = last == null || (most != null && most > last) ? most : last;
    }
    String head = words("%-" + (LABEL - 1) + "s %-12s %s", name, text.apply(last), more);
    lines.add(head.stripTrailing());
    for (int row = ROWS - 1; row >= 0; row--) {
      String label = row == ROWS - 1 ? text.apply(most) : row == 0 ? "0" : "";
      StringBuilder line = new StringBuilder(words("%" + (LABEL - 1) + "s│", label));
      for (LoadInterval one : intervals) {
        Double figure = value.apply(one);
        line.append(block(figure == null || most == null || most == 0 ? 0 : figure / most, row));
      }
      lines.add(line.toString());
    }
  }

  /** The part of a column in a row; the lowest row shows any value above 0. */
  private static char block(double share, int row) {
    int eighths = (int) Math.ceil(share * ROWS * 8) - row * 8;
    return BLOCKS.charAt(Math.min(8, Math.max(0, eighths)));
  }

  private String axis() {
    StringBuilder line = new StringBuilder(" ".repeat(LABEL - 1)).append('└');
    intervals.forEach(one -> line.append(one.measured().warmup() ? '┄' : '─'));
    return line.toString();
  }

  private String times() {
    String from = words("%.1f s", intervals.get(0).figures().fromSeconds());
    String to = words("%.1f s", intervals.get(intervals.size() - 1).figures().toSeconds());
    String gap = " ".repeat(Math.max(2, intervals.size() - from.length() - to.length()));
    return " ".repeat(LABEL) + from + gap + to;
  }
}
