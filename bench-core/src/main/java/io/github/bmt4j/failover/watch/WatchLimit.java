package io.github.bmt4j.failover.watch;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.TimeText;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.failover.figures.WatchFigures;
import io.github.bmt4j.failure.BadInputException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A limit that the user set for a figure of a window, such as {@code out>30s}.
 *
 * @param text text as the user wrote it
 * @param most in ms, or a count; more breaks it
 */
record WatchLimit(String text, Metric<WatchFigures> figure, double most) {
  /**
   * Reads one.
   *
   * @throws BadInputException when it is none
   */
  static WatchLimit of(String text) {
    String[] sides = text.split(">", -1);
    Optional<Metric<WatchFigures>> figure =
        WatchFigures.METRICS.stream()
            .filter(one -> one.name().equals(sides[0].strip()))
            .findFirst();
    String names =
        WatchFigures.METRICS.stream().map(Metric::name).collect(Collectors.joining(", "));
    if (sides.length != 2 || figure.isEmpty()) {
      throw wrong(text, "give one of " + names + ", > and a time or a count, such as 'out>30s'");
    }
    boolean time = figure.get().unit().equals("ms");
    String most = sides[1].strip();
    OptionalDouble nanos = TimeText.nanos(most);
    if (time ? nanos.isEmpty() || !most.matches(".*[smh]") : !most.matches("\\d{1,12}")) {
      throw wrong(
          text,
          figure.get().name()
              + (time ? " is a time: give ms, s, m or h, as in 30s" : " is a count"));
    }
    return new WatchLimit(
        text, figure.get(), time ? nanos.getAsDouble() / 1e6 : Double.parseDouble(most));
  }

  private static BadInputException wrong(String text, String words) {
    return new BadInputException("--fail-if", "='" + text + "': " + words);
  }

  /** Words if the figures break it. */
  Optional<String> broken(WatchFigures figures) {
    Double value = figure.of(figures);
    return value == null
        ? Optional.of(words("%s cannot be judged: it was not observed", text))
        : value <= most
            ? Optional.empty()
            : Optional.of(
                words(
                    "%s: %s %s%s, and the limit is %s%s",
                    text,
                    figure.title(),
                    figure.shown(figures),
                    unit(),
                    figure.form().apply(most),
                    unit()));
  }

  private String unit() {
    return figure.unit().isEmpty() ? "" : " " + figure.unit();
  }
}
