package io.github.bmt4j.experiment;

import io.github.bmt4j.experiment.Figure.Better;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The price of the servers of a result, which its label {@code price} gives.
 *
 * @param perHour above 0
 * @param currency as the user wrote it; may be empty
 */
public record Price(double perHour, String currency) {
  /** The label, and the key of a scenario file. */
  public static final String LABEL = "price";

  /** Remedy for a text that is no price. */
  public static final String REMEDY =
      "give a price for a time, such as 1.23/h, 29.50/d or 890/month (730 hours), perhaps with its"
          + " currency: 1.23 USD/h";

  private static final String COST = "cost a million";
  private static final double MILLION = 1e6;
  private static final Map<String, Double> HOURS = Map.of("h", 1.0, "d", 24.0, "month", 730.0);
  private static final List<String> RATES = List.of("tps", "most tps");
  private static final Pattern FORM =
      Pattern.compile(
          "(?<before>[A-Z]{3}|\\p{Sc})? ?(?<amount>\\d{1,9}(?:\\.\\d{1,9})?)"
              + " ?(?<after>[A-Z]{3}|\\p{Sc})?/(?<time>h|d|month)");

  /** The price that a text gives; empty if it is no price above 0. */
  public static Optional<Price> of(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches() || (form.group("before") != null && form.group("after") != null)) {
      return Optional.empty();
    }
    double hours = Objects.requireNonNull(HOURS.get(form.group("time")));
    String currency =
        Objects.requireNonNullElse(
            form.group("before"), Objects.requireNonNullElse(form.group("after"), ""));
    return Optional.of(new Price(Double.parseDouble(form.group("amount")) / hours, currency))
        .filter(price -> price.perHour > 0);
  }

  /** Returns true if a figure is the cost of transactions. */
  public static boolean isCost(String figure) {
    return figure.startsWith(COST);
  }

  /** The figures with the cost of a million transactions behind their rate, if there is one. */
  List<Figure> with(List<Figure> figures) {
    List<Figure> all = new ArrayList<>();
    for (Figure figure : figures) {
      all.add(figure);
      if (RATES.contains(figure.name())) {
        // Costs in different currencies are different figures.
        all.add(
            new Figure(
                (COST + " " + currency).strip(),
                figure.samples().stream()
                    .filter(tps -> tps > 0)
                    .map(tps -> perHour / 3600 / tps * MILLION)
                    .toList(),
                currency,
                Better.LOWER));
      }
    }
    return all;
  }
}
