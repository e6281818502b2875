package io.github.bmt4j.html;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.report.Card;
import io.github.bmt4j.report.Finding;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A part of a page that is not a block of a description. The page's script has a renderer for each
 * type.
 */
interface Piece {
  /** The name of the record in lower case, which selects its renderer. */
  @JsonProperty
  default String type() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** One line on the work, above the answer. */
  record What(String text) implements Piece {}

  /**
   * A title.
   *
   * @param level 1 to 3
   * @param tone a class of its colour; may be empty
   * @param id target of a link; absent without one
   */
  record Heading(int level, String text, String tone, @Nullable String id) implements Piece {
    Heading(String text) {
      this(2, text, "", null);
    }
  }

  /** The verdict, and its certainty. */
  record Sure(List<Chip> chips, String text) implements Piece {}

  /** A word in a colour. */
  record Chip(String text, String tone) {}

  /** Reasons why results must not be used. */
  record Banner(String title, List<String> lines) implements Piece {}

  record Text(String text, String name) implements Piece {}

  record Pre(String text) implements Piece {}

  /** Pieces that are shown on demand, and not printed. */
  record Folded(String title, List<Object> pieces) implements Piece {}

  record Links(List<Link> links) implements Piece {}

  /** A part of the page, and its answer. */
  record Link(String id, String text, String verdict) {}

  record Cards(List<Card> cards) implements Piece {}

  record Findings(List<Finding> findings) implements Piece {}

  /** Settings, of which some are marked. */
  record Settings(String title, List<String> head, List<List<String>> rows, List<Boolean> marked)
      implements Piece {
    @Override
    public String type() {
      return "grid";
    }
  }

  /** The change of each figure with its interval, and the values behind it. */
  record Intervals(String title, String a, String b, List<Interval> rows) implements Piece {}

  /**
   * A figure.
   *
   * @param change of B against A in percent; absent where it has none, likewise the ends
   * @param shown the change in words
   */
  record Interval(
      String figure,
      @Nullable Double change,
      @Nullable Double low,
      @Nullable Double high,
      String shown,
      String valueA,
      String valueB,
      String verdict) {}
}
