package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Price;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The places of sides that were compared with the same first one, by the values of their main
 * figure from which changes are taken. Sides that are not shown to be worse than the best of their
 * group share its place. No side has a place if none is shown to be worse than another; a side with
 * too few runs has none, either.
 */
public final class Ranking {
  /**
   * A side, the best first.
   *
   * @param number its place, from 1; 0 without one
   * @param figure its main figure
   * @param value of that figure
   * @param amount the value with its unit
   * @param row against the first side; absent for the first itself
   */
  public record Place(
      int number, Side side, Figure figure, double value, String amount, @Nullable Row row) {
    private Place at(int other) {
      return new Place(other, side, figure, value, amount, row);
    }

    private String text() {
      return side.name() + "  " + amount;
    }
  }

  private final Figure main;
  private final String first;
  private final List<Place> places = new ArrayList<>();

  /**
   * @param comparisons one or more, with the same first side; each has the main figure
   */
  public Ranking(List<Comparison> comparisons) {
    this(comparisons, comparisons.get(0).rows().get(0).a());
  }

  private Ranking(List<Comparison> comparisons, Figure main) {
    this.main = main;
    first = comparisons.get(0).sides().get(0).name();
    List<Place> all = byValue(comparisons);
    List<Place> left = new ArrayList<>(all);
    left.removeIf(one -> one.figure().samples().size() < Difference.LEAST);
    while (!left.isEmpty()) {
      Side best = left.get(0).side();
      int number = places.size() + 1;
      for (Place one : List.copyOf(left)) {
        if (!isWorse(one.side(), best, comparisons.size())) {
          places.add(one.at(number));
          left.remove(one);
        }
      }
    }
    if (places.stream().noneMatch(one -> one.number() > 1)) {
      places.clear();
    }
    all.stream()
        .filter(one -> places.stream().noneMatch(placed -> placed.side().equals(one.side())))
        .forEach(places::add);
  }

  private List<Place> byValue(List<Comparison> comparisons) {
    List<Place> all = new ArrayList<>();
    Place own = null;
    for (Comparison comparison : comparisons) {
      for (Row row : comparison.rows()) {
        if (!row.figure().equals(main.name())) {
          continue;
        }
        // The value from which a change is taken is preferred.
        if (row.valueA() != null && (own == null || row.difference() != null)) {
          Side side = comparison.sides().get(0);
          own = new Place(0, side, row.a(), row.valueA(), row.amounts().get(0), null);
        }
        if (row.valueB() != null) {
          Side side = comparison.sides().get(1);
          all.add(new Place(0, side, row.b(), row.valueB(), row.amounts().get(1), row));
        }
      }
    }
    if (own != null) {
      all.add(0, own);
    }
    Comparator<Place> order = Comparator.comparingDouble(Place::value);
    all.sort(main.better() == Better.HIGHER ? order.reversed() : order);
    return all;
  }

  private boolean isWorse(Side side, Side best, int comparisons) {
    return !side.equals(best)
        && Comparison.rows(best, side, comparisons).stream()
            .anyMatch(row -> row.figure().equals(main.name()) && row.verdict() == RowVerdict.WORSE);
  }

  /** The sides, the best first: "1. B 5,515/s, better than A (+87.1 %)". */
  public static String of(List<Comparison> comparisons) {
    Ranking ranking = new Ranking(comparisons);
    StringBuilder text =
        new StringBuilder(
            line(
                ranking.isShown() ? "places by %s" : "by %s, without places: none is shown",
                ranking.main.name()));
    for (Place place : ranking.places) {
      Row row = place.row();
      String note =
          row == null
              ? ""
              : row.shown()
                  ? words(", %s than %s (%s)", row.verdict(), ranking.first, row.cells().get(3))
                  : row.verdict() == RowVerdict.NOT_SIGNIFICANT
                      ? ", no difference to " + ranking.first + " shown"
                      : words(", %s: %s", row.verdict(), row.verdict().meaning);
      String number = place.number() == 0 ? "- " : place.number() + ".";
      text.append(line("  %s  %s%s", number, place.text(), note));
    }
    String costs = costs(comparisons);
    return text.append(costs.isEmpty() ? "" : line("  %s", costs)).toString();
  }

  /**
   * The cheapest side and the fastest: "C is cheapest: 0.41 per million transactions; A is fastest:
   * 2,143/s"; empty without prices.
   */
  static String costs(List<Comparison> comparisons) {
    return comparisons.stream()
        .flatMap(one -> one.rows().stream())
        .map(Row::a)
        .filter(figure -> Price.isCost(figure.name()))
        .findFirst()
        .map(cost -> costs(new Ranking(comparisons, cost), new Ranking(comparisons)))
        .orElse("");
  }

  private static String costs(Ranking cheap, Ranking fast) {
    List<String> priced = cheap.names(place -> true);
    List<String> others = fast.names(place -> !priced.contains(place.side().name()));
    String absent = others.isEmpty() ? "" : " (without a price: " + String.join(", ", others) + ")";
    String cost = cheap.amounts() + " per million transactions";
    List<String> first = cheap.names(place -> place.number() == 1);
    return first.size() == 1 && first.equals(fast.names(place -> place.number() == 1))
        ? first.get(0) + " is cheapest and fastest: " + cost + ", " + fast.amounts() + absent
        : cheap.best("cheapest", cost) + absent + "; " + fast.best("fastest", fast.amounts());
  }

  private List<String> names(Predicate<Place> which) {
    return places.stream().filter(which).map(place -> place.side().name()).toList();
  }

  /** The values of the sides on the first place, or of all if there are no places. */
  private String amounts() {
    return places.stream()
        .filter(place -> place.number() < 2)
        .map(Place::amount)
        .collect(Collectors.joining(" and "));
  }

  private String best(String word, String amounts) {
    List<String> first = names(place -> place.number() == 1);
    return places.size() == 1
        ? words("only %s has a price: %s", places.get(0).side().name(), amounts)
        : first.isEmpty()
            ? words("no side is shown to be %s", word)
            : first.size() == 1
                ? words("%s is %s: %s", first.get(0), word, amounts)
                : words("%s share the place of %s: %s", String.join(" and ", first), word, amounts);
  }

  public List<Place> places() {
    return places;
  }

  /** True if a side is shown to be worse than another. */
  boolean isShown() {
    return places.get(0).number() > 0;
  }

  /** Returns true if the first side is shown to be better than all others. */
  boolean hasFirst() {
    return isShown() && places.get(1).number() != 1;
  }
}
