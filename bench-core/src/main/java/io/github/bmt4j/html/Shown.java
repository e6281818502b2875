package io.github.bmt4j.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A result that the page shows.
 *
 * @param side from 0
 * @param number within the side, from 1
 * @param sides what the page shows
 * @param description of it
 * @param tree its stored form
 */
record Shown(
    int side, int number, List<Side> sides, Stored stored, Description description, JsonNode tree) {
  Shown(int side, int number, List<Side> sides, Stored stored) {
    this(side, number, sides, stored, stored.description(), ResultJson.tree(stored.result()));
  }

  /** A, or A2 for the second of several results of a side. */
  String name() {
    Side own = sides.get(side);
    return own.name() + (own.results().size() == 1 ? "" : Integer.toString(number));
  }

  /** Whether the page shows no other. */
  boolean alone() {
    return sides.size() == 1 && sides.get(0).results().size() == 1;
  }

  /** Which colour its lines have; absent where they have one each. */
  @Nullable Integer colour() {
    return sides.size() == 1 ? null : (Integer) side;
  }

  String kind() {
    return stored.result().kind();
  }

  boolean invalid() {
    return !stored.result().verdict().reasons().isEmpty();
  }

  /** A label that tells results apart, and INVALID ones from VALID ones. */
  String label(String what) {
    return (alone() ? what : name() + " " + what) + (invalid() ? " (INVALID)" : "");
  }

  /** The timelines, those that the description has not yet included. */
  List<Timeline> timelines() {
    List<Timeline> own = description.all(Timeline.class);
    return own.isEmpty() ? ClusterCharts.timelines(this) : own;
  }

  /** Tables that the description has not yet. */
  List<Grid> grids() {
    return ClusterCharts.grids(this);
  }

  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  /** A number of each element. */
  static List<@Nullable Double> numbers(Iterable<JsonNode> rows, String key) {
    List<@Nullable Double> numbers = new ArrayList<>();
    rows.forEach(row -> numbers.add(number(row.path(key))));
    return numbers;
  }

  static @Nullable Double number(JsonNode value) {
    return value.isNumber() ? (Double) value.asDouble() : null;
  }
}
