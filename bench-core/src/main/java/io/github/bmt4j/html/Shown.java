package io.github.bmt4j.html;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.report.Description;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result that the page shows.
 *
 * @param side from 0
 * @param number within the side, from 1
 * @param sides sides that the page shows
 * @param description of it
 */
record Shown(int side, int number, List<Side> sides, Stored stored, Description description) {
  Shown(int side, int number, List<Side> sides, Stored stored) {
    this(side, number, sides, stored, stored.description());
  }

  /** A, or A2 for the second of several results of a side; "old 2" where it has a name. */
  String name() {
    Side own = sides.get(side);
    String space = own.name().length() > 1 ? " " : "";
    return own.name() + (own.results().size() == 1 ? "" : space + number);
  }

  boolean alone() {
    return sides.size() == 1 && sides.get(0).results().size() == 1;
  }

  /** Colour of its lines; absent where each has its own. */
  @Nullable Integer colour() {
    return sides.size() == 1 ? null : (Integer) side;
  }

  boolean invalid() {
    return !stored.result().verdict().reasons().isEmpty();
  }

  /** A label that tells results apart, and INVALID ones from VALID ones. */
  String label(String what) {
    return (alone() ? what : name() + " " + what) + (invalid() ? " (INVALID)" : "");
  }
}
