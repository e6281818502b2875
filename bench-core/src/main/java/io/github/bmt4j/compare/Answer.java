package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Comparison.Value;
import io.github.bmt4j.compare.Ranking.Place;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.report.Lines;
import io.github.bmt4j.report.Tone;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer of comparisons with the same first side.
 *
 * @param sentence better side, the difference and its certainty, without a full stop
 * @param verdict on the main figure, such as "shown: better"; "not compared" if figures must not be
 *     compared
 */
public record Answer(String sentence, String verdict, Tone tone) {
  private static final List<String> SECOND = List.of("p95", "p99", "p50");
  private static final double TENTH = 0.1;

  /** From this change on, both values say more than "99 % lower". */
  private static final double MOST_OF_IT = -0.95;

  /** The answer of a comparison of two sides, or of each other side with the first. */
  public static Answer of(List<Comparison> comparisons) {
    List<String> obstacles = Comparison.obstacles(comparisons);
    if (!obstacles.isEmpty()) {
      String more = obstacles.size() == 1 ? "" : " (and " + (obstacles.size() - 1) + " more)";
      return new Answer("Not comparable: " + obstacles.get(0) + more, "not compared", Tone.BAD);
    }
    if (comparisons.stream().anyMatch(one -> one.rows().isEmpty())) {
      return new Answer(
          "Not comparable: the results have no figure in common", "not compared", Tone.BAD);
    }
    List<Place> places = new Ranking(comparisons).places();
    Comparison found = comparisons.size() == 1 ? comparisons.get(0) : best(comparisons, places);
    Row main = found.rows().get(0);
    String first = comparisons.size() == 1 ? "" : place(places, found.sides().get(1));
    String costs = Ranking.costs(comparisons).replaceFirst("^(?=.)", ". ");
    return new Answer(
        sentence(found, main) + first + "; " + runs(comparisons) + costs,
        (main.shown() ? "shown: " : "") + main.verdict(),
        main.verdict().tone);
  }

  /**
   * The answer of several scenarios: the number of scenarios in which each side is first; empty if
   * none was compared.
   *
   * @param scenarios comparisons by the name of what was measured
   */
  public static String ofStudy(Map<String, List<Comparison>> scenarios) {
    List<Ranking> places = scenarios.values().stream().map(Ranking::new).toList();
    Map<String, Long> first =
        places.stream()
            .filter(Ranking::hasFirst)
            .collect(
                Collectors.groupingBy(
                    one -> one.places().get(0).side().name(),
                    LinkedHashMap::new,
                    Collectors.counting()));
    return first.isEmpty()
        ? places.isEmpty()
            ? ""
            : words("No side is shown to be first in any of %d scenarios", places.size())
        : first.entrySet().stream()
            .map(side -> words("%s is first in %d", side.getKey(), side.getValue()))
            .collect(Collectors.joining(", ", "", words(" of %d scenarios", places.size())));
  }

  /** The answer of one side's results: the centre of their main figure, and its range. */
  public static Answer of(Side side) {
    List<String> invalid = InvalidRuns.reasons(List.of(side));
    String measured =
        Comparison.values(side).values().stream()
            .findFirst()
            .filter(main -> main.value() != null)
            .map(main -> middle(main, side.results().size()))
            .orElse(counted(side.results().size(), "run") + " without a main figure");
    return invalid.isEmpty()
        ? new Answer(capital(measured), "VALID", Tone.PLAIN)
        : new Answer(
            "Do not use these figures: " + invalid.get(0) + ". Measured: " + measured,
            "INVALID",
            Tone.BAD);
  }

  private static String middle(Value main, int runs) {
    Figure figure = main.figure();
    List<Double> values = figure.samples();
    return words(
        "%s %s, the %s of %s; %s",
        name(figure),
        main.amount(),
        values.size() < Difference.LEAST ? "middle" : "mean",
        counted(runs, "run"),
        range(figure));
  }

  private static Comparison best(List<Comparison> comparisons, List<Place> places) {
    return places.stream()
        .flatMap(
            place -> comparisons.stream().filter(one -> one.sides().get(1).equals(place.side())))
        .findFirst()
        .orElse(comparisons.get(0));
  }

  private static String place(List<Place> places, Side side) {
    int number =
        places.stream()
            .filter(one -> one.side().equals(side))
            .mapToInt(Place::number)
            .findFirst()
            .orElse(0);
    boolean shared = places.stream().filter(one -> one.number() == number).count() > 1;
    String of = " of " + places.size();
    return number == 0
        ? ""
        : "; "
            + side.name()
            + (number == 1 && !shared
                ? " is first"
                : (shared ? " shares place " : " is number ") + number)
            + of;
  }

  private static String sentence(Comparison found, Row main) {
    String a = found.sides().get(0).name();
    String b = found.sides().get(1).name();
    String both = words("%s %s, %s %s", a, main.amounts().get(0), b, main.amounts().get(1));
    return switch (main.verdict()) {
      case NOT_SIGNIFICANT -> {
        double from = Objects.requireNonNull(main.difference()).detectable();
        yield words("No difference between %s and %s was shown: %s %s", a, b, name(main.a()), both)
            + (from <= 0 || !Double.isFinite(from)
                ? ""
                : from > Comparison.DOUBLE
                    ? tooWide(main)
                    : "; a change of " + share(from) + " would have been");
      }
      case TOO_FEW ->
          words(
              "Too few runs to tell %s and %s apart: %s %s, and each side needs %d",
              a, b, name(main.a()), both, Difference.LEAST);
      case OPEN ->
          words("It is open whether %s or %s is better: %s %s", a, b, name(main.a()), both);
      default -> shown(main, a, b) + second(found);
    };
  }

  /** Text on the reason why only a change of more than 100 % would have been shown. */
  private static String tooWide(Row main) {
    Figure wider = spread(main.a()) < spread(main.b()) ? main.b() : main.a();
    return words(
        spread(wider) < 2
            ? "; so few runs that differ so much (%s) would show a change above 100 %% only"
            : "; the runs of a side differ too much to compare (%s)",
        range(wider));
  }

  /** The largest of the samples as a multiple of the smallest. */
  private static double spread(Figure figure) {
    return Collections.max(figure.samples()) / Collections.min(figure.samples());
  }

  /** The range of the samples: "20 to 184/s". */
  private static String range(Figure figure) {
    String least = figure.amount(Collections.min(figure.samples()));
    return least.replaceFirst("\\D*$", "")
        + " to "
        + figure.amount(Collections.max(figure.samples()));
  }

  /** The change of the main figure: "B handles 140 % more transactions a second than A (…)". */
  private static String shown(Row main, String a, String b) {
    Difference difference = Objects.requireNonNull(main.difference());
    double change = difference.change();
    if (!Double.isFinite(change)) {
      return words(
          "%s of %s is %s, that of %s is 0", capital(name(main.a())), b, main.amounts().get(1), a);
    }
    double less = Math.min(Math.abs(difference.low()), Math.abs(difference.high()));
    double most = Math.max(Math.abs(difference.low()), Math.abs(difference.high()));
    String sure = words(" (95 %%: %s to %s)", number(less, change), share(most, change));
    String share = share(change);
    if (main.figure().equals("tps")) {
      return words(
              "%s handles %s %s transactions a second than %s",
              b, share, change > 0 ? "more" : "fewer", a)
          + sure;
    }
    if (change < MOST_OF_IT) {
      return words(
              "%s is %s with %s, %s with %s",
              capital(name(main.a())), main.amounts().get(0), a, main.amounts().get(1), b)
          + words(" (95 %%: %s to %s lower)", number(less, change), share(most, change));
    }
    return words(
            "%s of %s is %s %s than that of %s",
            capital(name(main.a())), b, share, change > 0 ? "higher" : "lower", a)
        + sure;
  }

  /** The change of response times, as the sentence goes on: ", p95 61 % lower". */
  private static String second(Comparison found) {
    for (String name : SECOND) {
      for (Row row : found.rows().subList(1, found.rows().size())) {
        Double change = row.change();
        if (row.figure().equals(name) && change != null && row.judged()) {
          return row.shown() && Double.isFinite(change)
              ? words(", %s %s %s", name, share(change), change > 0 ? "higher" : "lower")
              : words(", %s not shown to differ", name);
        }
      }
    }
    return "";
  }

  /** Number of runs of each side, and their order: "5 runs each, in turns". */
  private static String runs(List<Comparison> comparisons) {
    List<Integer> runs =
        Stream.concat(
                Stream.of(comparisons.get(0).sides().get(0)),
                comparisons.stream().map(one -> one.sides().get(1)))
            .map(Side::results)
            .map(List::size)
            .toList();
    boolean same = runs.stream().distinct().count() == 1;
    String each =
        same
            ? counted(runs.get(0), "run") + " each"
            : runs.stream().map(String::valueOf).collect(Collectors.joining(" and ")) + " runs";
    return comparisons.stream().allMatch(Comparison::interleaved)
        ? each + ", in turns"
        : runs.stream().allMatch(number -> number == 1) ? each : each + ", not in turns";
  }

  static String name(Figure figure) {
    return switch (figure.name()) {
      case "tps" -> "transactions a second";
      case "most tps" -> "the most transactions a second";
      case "not OK" -> "the share of operations that did not end OK";
      default -> "the " + figure.name();
    };
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static String share(double change) {
    return share(change, change);
  }

  /** Percent, with a decimal if the change is below 10 % or above 95 %. */
  private static String share(double value, double change) {
    return number(value, change) + " %";
  }

  private static String number(double value, double change) {
    boolean exact = Math.abs(change) < TENTH || change < MOST_OF_IT;
    return Lines.words(exact ? "%.1f" : "%,.0f", 100 * Math.abs(value));
  }
}
