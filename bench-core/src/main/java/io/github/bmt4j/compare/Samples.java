package io.github.bmt4j.compare;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Figure;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A figure in the results of a side, in the order of time. */
record Samples(List<Figure> figures) {
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

  Samples none() {
    Figure some = figures.get(0);
    return new Samples(List.of(new Figure(some.name(), List.of(), some.unit(), some.better())));
  }

  /** Returns true if every result of the side, and every repetition within it, has the figure. */
  boolean isComplete(Side side) {
    return figures.size() == side.results().size()
        && figures.stream().noneMatch(one -> one.samples().isEmpty() || one.missing() > 0);
  }

  /**
   * The samples of the side.
   *
   * @param enough true if there are enough results to take one sample of each, the median:
   *     repetitions within a run have more in common than runs
   */
  Figure together(boolean enough) {
    return Figure.together(enough ? figures.stream().map(Figure::median).toList() : figures);
  }
}
