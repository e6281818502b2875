package io.github.bmt4j.html;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of words.
 *
 * @param bars absent in a table without bars
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Grid(String title, List<String> head, List<List<String>> rows, @Nullable Bars bars) {
  /**
   * Bars as long as the numbers of a column.
   *
   * @param column from 0
   * @param own how many of the first rows are the user's own: their bars have another colour
   */
  record Bars(int column, int own) {}

  Grid(String title, List<String> head, List<List<String>> rows) {
    this(title, head, rows, null);
  }
}
