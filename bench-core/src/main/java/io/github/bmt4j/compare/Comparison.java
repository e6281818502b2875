package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Lines.wrapped;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.compare.Conditions.Differing;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the results of two sides, A and B: conditions that differ, and each figure of
 * either side.
 *
 * @param interleaved true if the sides were measured in turns, so that their results are pairs
 */
public record Comparison(
    List<Side> sides, List<Differing> differing, boolean interleaved, List<Row> rows) {
  /** If only changes above this would be shown, nothing can be compared. */
  static final double DOUBLE = 1;

  private static final int WIDEST = 16;

  /** A side: results of the same thing. */
  public record Side(String name, List<Stored> results) {
    String title() {
      return name.length() <= WIDEST ? name : name.substring(0, WIDEST - 1) + "…";
    }

    /** Returns true if each result was measured for long enough to judge its client. */
    boolean longEnough() {
      return results.stream().allMatch(one -> one.result().longEnough());
    }

    /** Number of runs that were measured again because the client had paused. */
    int discarded() {
      return results.stream().mapToInt(Stored::discarded).sum();
    }

    public static String name(int index) {
      return index < 26 ? String.valueOf((char) ('A' + index)) : "side " + (index + 1);
    }
  }

  /**
   * A figure of both sides.
   *
   * @param a with the samples of A
   * @param b with the samples of B
   * @param valueA of A: the mean of its samples as in {@link Difference}, so that {@code valueB /
   *     valueA - 1} is the change; with too few samples a percentile of all its times if known,
   *     otherwise their median; absent without samples
   * @param valueB the same of B
   * @param pairs true if the samples are pairs
   * @param complete true if every result, and every repetition within it, has the figure
   * @param difference absent with too few samples
   * @param p corrected for the number of figures that were tested, by Holm's method, and of sides
   */
  public record Row(
      Figure a,
      Figure b,
      @Nullable Double valueA,
      @Nullable Double valueB,
      @JsonIgnore boolean pairs,
      @JsonIgnore boolean complete,
      @Nullable Difference difference,
      @Nullable Double p,
      RowVerdict verdict) {
    /** A figure that is not tested yet. */
    Row(
        Figure a,
        Figure b,
        @Nullable Double valueA,
        @Nullable Double valueB,
        boolean pairs,
        boolean complete) {
      this(a, b, valueA, valueB, pairs, complete, null, null, RowVerdict.TOO_FEW);
    }

    @JsonProperty
    public String figure() {
      return a.name();
    }

    /** The values of A and B in words, with the unit. */
    @JsonProperty
    public List<String> amounts() {
      return List.of(new Value(a, valueA).amount(), new Value(b, valueB).amount());
    }

    public boolean shown() {
      return verdict == RowVerdict.BETTER || verdict == RowVerdict.WORSE;
    }

    /** Returns true if the samples allow a verdict on a difference. */
    public boolean judged() {
      return shown() || verdict == RowVerdict.NOT_SIGNIFICANT;
    }

    /** The change of B against A, 0.1 for 10 % more; absent with too few samples. */
    public @Nullable Double change() {
      return difference == null ? null : (Double) difference.change();
    }

    /** Change, and low and high end of its interval, in percent; empty if there is none. */
    public List<Double> percent() {
      return difference == null || !Double.isFinite(difference.change())
          ? List.of()
          : List.of(100 * difference.change(), 100 * difference.low(), 100 * difference.high());
    }

    /**
     * The row in words: figure, A, B, change, interval, p, n, minimum detectable effect, verdict.
     */
    public List<String> cells() {
      String change = difference == null ? "-" : "from 0";
      String interval = "-";
      String detectable = "-";
      if (difference != null && Double.isFinite(difference.change())) {
        change = words("%+.1f %%", 100 * difference.change());
        interval = words("%+.1f … %+.1f %%", 100 * difference.low(), 100 * difference.high());
        // Samples without any spread do not show which change would have been detected.
        detectable =
            difference.detectable() > DOUBLE
                ? "> 100 %"
                : difference.detectable() > 0
                    ? words("%.1f %%", 100 * difference.detectable())
                    : detectable;
      }
      return List.of(
          figure(),
          amounts().get(0),
          amounts().get(1),
          change,
          interval,
          p == null ? "-" : words("%.3f", p),
          a.samples().size() + "/" + b.samples().size(),
          detectable,
          verdict.toString());
    }
  }

  /** Each side but the first, compared with the first. */
  public static List<Comparison> withFirst(List<Side> sides) {
    return sides.stream().skip(1).map(side -> of(sides.get(0), side, sides.size() - 1)).toList();
  }

  /**
   * Compares B with A.
   *
   * @param comparisons number of comparisons with A, including this one
   */
  static Comparison of(Side a, Side b, int comparisons) {
    return new Comparison(
        List.of(a, b),
        Conditions.differing(List.of(a, b)),
        interleaved(a, b),
        rows(a, b, comparisons));
  }

  /** The figures of both sides, of which one may have no results. */
  static List<Row> rows(Side a, Side b, int comparisons) {
    boolean pairs = interleaved(a, b);
    Map<String, Double> pooledA = RunStore.pooled(a.results());
    Map<String, Double> pooledB = RunStore.pooled(b.results());
    boolean enough =
        Stream.of(a.results(), b.results())
            .allMatch(all -> all.isEmpty() || all.size() >= Difference.LEAST);
    Map<String, Samples> ofA = Samples.of(a);
    Map<String, Samples> ofB = Samples.of(b);
    Set<String> names = new LinkedHashSet<>(ofA.keySet());
    names.addAll(ofB.keySet());
    List<Row> rows = new ArrayList<>();
    for (String name : names) {
      Samples none = Objects.requireNonNullElseGet(ofA.get(name), () -> ofB.get(name)).none();
      Samples samplesA = ofA.getOrDefault(name, none);
      Samples samplesB = ofB.getOrDefault(name, none);
      Figure figureA = samplesA.together(enough);
      Figure figureB = samplesB.together(enough);
      if (!(figureA.samples().isEmpty() && figureB.samples().isEmpty())) {
        rows.add(
            new Row(
                figureA,
                figureB,
                value(figureA, pooledA),
                value(figureB, pooledB),
                pairs
                    && figureA.samples().size() == a.results().size()
                    && figureB.samples().size() == b.results().size(),
                samplesA.isComplete(a) && samplesB.isComplete(b)));
      }
    }
    return Verdicts.of(rows, comparisons, a.longEnough() && b.longEnough());
  }

  private static @Nullable Double value(Figure figure, Map<String, Double> pooled) {
    if (figure.samples().size() >= Difference.LEAST) {
      return Difference.mean(figure.samples());
    }
    Double value = pooled.get(figure.name());
    return value == null && !figure.samples().isEmpty()
        ? (Double) Medians.of(figure.samples())
        : value;
  }

  /**
   * A figure of one side.
   *
   * @param figure with all samples
   * @param value their centre, which terminal, page and JSON show for several results
   */
  public record Value(Figure figure, @Nullable Double value) {
    /** The value in words with the unit; "-" without. */
    public String amount() {
      return value == null ? "-" : bound() + figure.amount(value);
    }

    /** A mean is a lower bound if any of its samples is; a median may not be. */
    private String bound() {
      return figure.samples().size() < Difference.LEAST
          ? figure.bound()
          : figure.bounds() > 0 ? Figure.AT_LEAST : "";
    }
  }

  /** Each figure of a side by its name, the main one first. */
  public static Map<String, Value> values(Side side) {
    Map<String, Double> pooled = RunStore.pooled(side.results());
    Map<String, Value> values = new LinkedHashMap<>();
    Samples.of(side)
        .forEach(
            (name, samples) -> {
              Figure figure = samples.together(side.results().size() >= Difference.LEAST);
              values.put(name, new Value(figure, value(figure, pooled)));
            });
    return values;
  }

  /** Reasons why figures of some of the comparisons cannot be compared, each once. */
  public static List<String> obstacles(List<Comparison> comparisons) {
    List<String> obstacles =
        InvalidRuns.reasons(
            comparisons.stream().flatMap(one -> one.sides().stream()).distinct().toList());
    comparisons.stream()
        .flatMap(one -> one.differing().stream())
        .filter(Differing::otherWork)
        .map(found -> "other work: " + found.text())
        .distinct()
        .forEach(obstacles::add);
    return obstacles;
  }

  /** The comparison as JSON has it, without the results themselves. */
  public Map<String, Object> table() {
    Map<String, Object> table = new LinkedHashMap<>();
    table.put(
        "sides",
        sides.stream()
            .map(
                side ->
                    Map.of(
                        "name",
                        side.name(),
                        "results",
                        side.results().stream().map(one -> one.result().id()).toList(),
                        "discarded",
                        side.discarded()))
            .toList());
    table.put("answer", Answer.of(List.of(this)).sentence());
    table.put("interleaved", interleaved);
    table.put("differing", differing);
    table.put("figures", rows);
    return table;
  }

  /** In words; if not whole, without the differing conditions, which were shown before. */
  public String text(int columns, boolean whole) {
    StringBuilder text = new StringBuilder(wrapped(head(whole), columns));
    text.append('\n').append(table(columns).text(rows));
    rows.stream()
        .filter(row -> !row.shown())
        .map(Row::verdict)
        .sorted()
        .distinct()
        .map(verdict -> line("  %s: %s", verdict, verdict.meaning))
        .forEach(explained -> text.append(wrapped(explained, columns)));
    return text.toString();
  }

  public String markdown() {
    return "```\n" + head(true) + "```\n\n" + table(Integer.MAX_VALUE).markdown(rows);
  }

  private String head(boolean whole) {
    StringBuilder text = new StringBuilder();
    sides.forEach(
        side ->
            text.append(
                line(
                    "%-8s %s (%s)",
                    side.name(),
                    side.results().get(0).title(),
                    side.results().stream()
                        .map(one -> one.result().id())
                        .collect(Collectors.joining(", ")))));
    (whole ? differing.stream().map(Differing::text) : Stream.of("as above"))
        .forEach(found -> text.append(line("differs  %s", found)));
    Conditions.changes(sides).forEach(change -> text.append(line("change   %s", change)));
    return text.append(line("order    %s", order())).toString();
  }

  /** Text on the order in which the sides were measured, and its consequence. */
  public String order() {
    return turns() + InvalidRuns.measuredAgain(sides);
  }

  private String turns() {
    long each = sides.get(0).results().size();
    if (interleaved) {
      return words(
          "%s of each side, in turns: %s",
          counted(each, "run"),
          each < Difference.LEAST ? "too few to be compared in pairs" : "compared in pairs");
    }
    return sides.stream().allMatch(side -> side.results().size() == 1)
        ? "one run of each side: a drift of the machine between them counts as a difference"
        : "not in turns: a drift of the machine between the sides counts as a difference";
  }

  public Grid grid() {
    return table(Integer.MAX_VALUE).grid("", rows);
  }

  private Columns<Row> table(int columns) {
    return new Columns<Row>(columns)
        .column("figure", -18, 0, row -> row.cells().get(0))
        .column(sides.get(0).title(), 10, 0, row -> row.cells().get(1))
        .column(sides.get(1).title(), 10, 0, row -> row.cells().get(2))
        .column("change", 8, 0, row -> row.cells().get(3))
        .column("95 % interval", 16, 2, row -> row.cells().get(4))
        .column("p", 6, 4, row -> row.cells().get(5))
        .column("n", 5, 5, row -> row.cells().get(6))
        .column("MDE", 7, 3, row -> row.cells().get(7))
        .column("verdict", -15, 0, row -> row.cells().get(8));
  }

  /** Returns true if the runs took turns: of each two successive runs, one is of A and one of B. */
  static boolean interleaved(Side a, Side b) {
    int each = a.results().size();
    if (each != b.results().size() || each < 2) {
      return false;
    }
    List<Stored> byTime =
        List.of(a, b).stream()
            .flatMap(side -> side.results().stream())
            .sorted(Comparator.comparing(stored -> stored.folder().getFileName().toString()))
            .toList();
    return IntStream.range(0, each)
        .allMatch(
            i ->
                a.results().contains(byTime.get(2 * i))
                    != a.results().contains(byTime.get(2 * i + 1)));
  }
}
