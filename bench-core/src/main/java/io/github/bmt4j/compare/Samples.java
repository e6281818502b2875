package io.github.bmt4j.compare;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A figure as the results of a side have it, in the order of time. */
record Samples(List<Figure> figures) {
  /** Those of each figure of a side, by its name. */
  static Map<String, Samples> of(Side side) {
    return side.results().stream()
        .sorted(Comparator.comparing(stored -> stored.folder().getFileName().toString()))
        .flatMap(stored -> stored.figures().stream())
        .collect(
            Collectors.groupingBy(
                Figure::name,
                LinkedHashMap::new,
                Collectors.collectingAndThen(Collectors.toList(), Samples::new)));
  }

  /** The same figure, of a side whose results lack it. */
  Samples none() {
    Figure some = figures.get(0);
    return new Samples(List.of(new Figure(some.name(), List.of(), some.unit(), some.better(), 0)));
  }

  /** How many of the results have the figure. */
  long results() {
    return figures.stream().filter(figure -> !figure.samples().isEmpty()).count();
  }

  /**
   * The samples of the side.
   *
   * @param enough whether there are enough results to take one sample of each, the median:
   *     repetitions within a run have more in common than runs have
   */
  Figure together(boolean enough) {
    Figure some = figures.get(0);
    List<Double> samples = new ArrayList<>();
    int bounds = 0;
    for (Figure figure : figures) {
      Figure taken = enough && !figure.samples().isEmpty() ? figure.median() : figure;
      samples.addAll(taken.samples());
      bounds += taken.bounds();
    }
    return new Figure(some.name(), samples, some.unit(), some.better(), bounds);
  }
}
