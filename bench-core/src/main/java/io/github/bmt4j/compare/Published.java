package io.github.bmt4j.compare;

import io.github.bmt4j.report.Columns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Published figures that bmt also measures.
 *
 * @param source their publication, and the systems that they describe
 * @param head names of the columns
 * @param rows a cell for each column
 * @param own the name of bmt's equivalent figure; absent if there is none
 */
public record Published(
    String source, List<String> head, List<List<String>> rows, @Nullable String own) {
  public String text(int columns) {
    Columns<List<String>> table = new Columns<>(columns);
    for (int i = 0; i < head.size(); i++) {
      int at = i;
      table.column(
          head.get(i), i < 2 ? -8 : 8, i < 2 ? 0 : i, row -> at < row.size() ? row.get(at) : "");
    }
    return "published " + source + "\n" + table.text(rows);
  }
}
