package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Check;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.workload.KindTotal;
import io.github.bmt4j.workload.WorkloadFigure;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A limit that the user set for a figure of a run, such as {@code p99>20ms}: a p99 above 20 ms
 * breaks it. Times are response times.
 *
 * @param text text as the user wrote it
 * @param figure its name, with the kind of transaction before it if it concerns one kind
 * @param above true if values above the limit break it, false if values below do
 * @param limit in ms, in 1/s, in percent, or a count
 * @param unit "ms", "/s", "%", or "" for a count
 */
public record Threshold(String text, String figure, boolean above, double limit, String unit) {
  /** {@link #room} of a run that has nothing of what is limited. */
  public static final double AMPLE = 2;

  /** {@link #room} of a run that breaks it, however much. */
  public static final double NONE = 0.5;

  private static final Pattern FORM =
      Pattern.compile(
          "\\s*([^<>=]*[^<>=\\s])\\s*([<>])\\s*(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(%|us|ms|s|/s)?\\s*");

  /** What is left of a small limit after rounding. */
  private static final Pattern ZERO = Pattern.compile("[0.]+\\D*");

  private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

  public static List<Threshold> of(String option, List<String> texts, Job job) {
    return texts.stream().map(text -> parsed(option, text, text, job)).toList();
  }

  /**
   * The largest value that runs may have, such as {@code p99=20ms}.
   *
   * @param option option that gave it
   * @throws BadInputException when it is no limit of a time or a count, or a run of the job lacks
   *     the figure
   */
  public static Threshold most(String option, String text, Job job) {
    String[] sides = text.split("[<>=]", -1);
    if (sides.length != 2 || !text.contains("=")) {
      throw wrong(option, text, "give a time or a count, and its largest value: 'p99=20ms'");
    }
    Threshold most = parsed(option, text, String.join(">", sides), job);
    if (!List.of("ms", "%").contains(unit(most.figure))) {
      throw wrong(option, text, most.figure + " is neither a time nor a count");
    }
    return most;
  }

  /**
   * The limit that runs keep if they fulfil a condition, such as {@code p95<20ms}.
   *
   * @param option option that gave it
   * @throws BadInputException when it has another form
   */
  public static Threshold needed(String option, String text) {
    String broken = text.replace('<', '\0').replace('>', '<').replace('\0', '>');
    return parsed(option, text, broken, null, Threshold::unit);
  }

  /** The limits that were set for a run, and whether it keeps them. */
  static List<Check> checks(RunResult run) {
    return run.scenario().failIf().stream()
        .map(text -> parsed("--fail-if", text, text, null, Threshold::unit))
        .map(one -> new Check(one.text(), one.broken(run).orElse(null)))
        .toList();
  }

  /**
   * Says why a condition in the form of a limit, such as {@code p95<20ms}, does not hold for a
   * result; empty if it holds. Every sample of the figure must fulfil it.
   *
   * @param option name of the condition in messages
   * @param figures of the result; those with one name have the same unit, or are a count and a
   *     share
   * @throws BadInputException when it has another form, or no figure has its name
   */
  public static Optional<String> unmet(
      String option, String condition, Verdict verdict, List<Figure> figures) {
    Threshold wanted =
        parsed(
            option,
            condition,
            condition,
            figures.stream().map(Figure::name).distinct().toList(),
            name ->
                figures.stream()
                    .filter(one -> one.name().equals(name))
                    .map(Figure::unit)
                    .reduce("", (count, share) -> share));
    if (verdict.status() == Status.INVALID) {
      return Optional.of(condition + " cannot be judged: the result is INVALID");
    }
    Figure measured =
        figures.stream()
            .filter(one -> one.name().equals(wanted.figure) && one.unit().equals(wanted.unit))
            .findFirst()
            .orElse(null);
    if (measured == null || measured.samples().isEmpty()) {
      return Optional.of(condition + " cannot be judged: " + wanted.figure + " was not measured");
    }
    boolean met =
        measured.samples().stream().noneMatch(wanted::keeps)
            && (wanted.above || measured.bounds() == 0);
    String seen =
        measured.samples().stream().map(wanted::exactly).collect(Collectors.joining(", "));
    return met
        ? Optional.empty()
        : Optional.of(
            words(
                "%s does not hold: %s is %s%s",
                condition, wanted.figure, measured.bounds() > 0 ? "at least " : "", seen));
  }

  private static Threshold parsed(String option, String text, String condition, Job job) {
    Threshold parsed = parsed(option, text, condition, figures(job), Threshold::unit);
    String lacking = RunMetrics.lacking(parsed.figure, job.scenario().others());
    if (!lacking.isEmpty()) {
      throw wrong(option, text, parsed.figure + " requires " + lacking);
    }
    return parsed;
  }

  private static Threshold parsed(
      String option,
      String text,
      String condition,
      @Nullable List<String> figures,
      UnaryOperator<String> unitOf) {
    Matcher form = FORM.matcher(condition);
    if (!form.matches()) {
      throw wrong(
          option,
          text,
          "give a figure, > or <, and a number with its unit, such as 'p99>20ms', 'errors>0.1%' or"
              + " 'tps<500'");
    }
    String figure = form.group(1);
    if (figures != null && !figures.contains(figure)) {
      String known = String.join(", ", figures);
      throw wrong(option, text, words("there is no figure '%s': choose one of %s", figure, known));
    }
    String given = form.group(4) == null ? "" : form.group(4);
    double number = Double.parseDouble(form.group(3));
    String usual = unitOf.apply(figure);
    boolean above = form.group(2).equals(">");
    if (usual.equals("ms")) {
      Double millis = MILLIS.get(given);
      if (millis == null) {
        throw wrong(option, text, figure + " is a time: give us, ms or s");
      }
      return new Threshold(text, figure, above, number * millis, "ms");
    }
    boolean counts = usual.equals("%");
    if (counts ? !given.isEmpty() && !given.equals("%") : !given.isEmpty() && !given.equals("/s")) {
      throw wrong(
          option,
          text,
          counts
              ? figure + " are a count, or a share with %"
              : figure + " takes a number without a unit");
    }
    if (given.equals("%") && number >= 100) {
      throw wrong(option, text, "a share is at most 100 %");
    }
    return new Threshold(text, figure, above, number, counts ? given : usual);
  }

  private static BadInputException wrong(String option, String text, String words) {
    return new BadInputException(option, "='" + text + "': " + words);
  }

  private static String unit(String figure) {
    int kind = figure.lastIndexOf(RunMetrics.OF_KIND);
    return RunMetrics.unit(
        kind < 0 ? figure : figure.substring(kind + RunMetrics.OF_KIND.length()));
  }

  private static List<String> figures(Job job) {
    List<String> kinds = job.workload().kinds(job.params());
    List<KindTotal> some = kinds.stream().map(kind -> new KindTotal(kind, 1, 0, 1.0)).toList();
    double seconds = Math.max(1, job.scenario().times().timeSeconds());
    Stream<String> own =
        job.workload().figures(job.params(), some, seconds, true).stream()
            .map(WorkloadFigure::name);
    Stream<String> ofKinds =
        kinds.stream()
            .filter(kind -> kinds.size() > 1)
            .flatMap(
                kind -> RunMetrics.limited(true).map(name -> kind + RunMetrics.OF_KIND + name));
    return Stream.of(RunMetrics.limited(false), own, ofKinds).flatMap(names -> names).toList();
  }

  public Optional<String> broken(RunResult run) {
    if (run.verdict().status() == Status.INVALID) {
      return Optional.of(text + " cannot be judged: the run is INVALID");
    }
    Double value = value(run);
    if (value == null) {
      return Optional.of(
          words(
              "%s cannot be judged: %s was not measured%s",
              text, figure, unit.equals("ms") ? " (too few operations)" : ""));
    }
    if (keeps(value)) {
      return Optional.empty();
    }
    boolean exact =
        shown(value).replace(".00", "").equals(shown(limit).replace(".00", ""))
            || (limit > 0 && ZERO.matcher(shown(limit)).matches());
    return Optional.of(
        words(
            "%s: %s is %s the limit of %s",
            figure,
            exact ? exactly(value) : shown(value),
            above ? "above" : "below",
            exact ? exactly(limit) : shown(limit)));
  }

  public @Nullable Boolean keptBy(RunResult run) {
    Double value = value(run);
    return value == null ? null : (Boolean) keeps(value);
  }

  /**
   * Room between a run's figure and the limit, from 0 to 2: {@code 2 * limit / (limit + figure)},
   * for a lower limit {@code 2 * figure / (limit + figure)}. It is 1 at the limit, more if the run
   * keeps it, less if it breaks it; absent if the figure was not measured.
   */
  public @Nullable Double room(RunResult run) {
    Double value = value(run);
    return value == null
        ? null
        : limit == 0
            ? (Double) (keeps(value) ? AMPLE : NONE)
            : (Double) (2 * (above ? limit : value) / (limit + value));
  }

  private boolean keeps(double value) {
    return above ? value <= limit : value >= limit;
  }

  private String exactly(double value) {
    String number = BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    return number + (unit.isEmpty() || unit.startsWith("/") ? "" : " ") + unit;
  }

  private String shown(double value) {
    return switch (unit) {
      case "ms" -> Numbers.millis((Double) value) + " ms";
      case "%" -> words("%.3g %%", value);
      default -> (value == Math.rint(value) ? words("%,.0f", value) : words("%,.2f", value)) + unit;
    };
  }

  private @Nullable Double value(RunResult run) {
    boolean own = unit(figure).isEmpty();
    return RunMetrics.figures(run, Use.LIMIT)
        .filter(one -> one.name().equals(figure) && (own || one.unit().equals(unit)))
        .findFirst()
        .flatMap(one -> one.samples().stream().findFirst().or(this::none))
        .orElse(null);
  }

  /** A share of no operations is 0. */
  private Optional<Double> none() {
    return unit.equals("%") ? Optional.of(0.0) : Optional.empty();
  }
}
