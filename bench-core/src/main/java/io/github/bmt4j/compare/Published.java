package io.github.bmt4j.compare;

import io.github.bmt4j.report.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures that others published of what bmt measures too.
 *
 * @param source publication that they are from, and the systems that they describe
 * @param head names of the columns
 * @param rows a cell for each column
 * @param own the name of bmt's figure that means the same; absent when none does
 */
public record Published(
    String source, List<String> head, List<List<String>> rows, @Nullable String own) {
  public String text(int columns) {
    Table<List<String>> table = new Table<>(columns);
    for (int i = 0; i < head.size(); i++) {
      int at = i;
      table.column(
          head.get(i), i < 2 ? -8 : 8, i < 2 ? 0 : i, row -> at < row.size() ? row.get(at) : "");
    }
    return "published " + source + "\n" + table.text(rows);
  }
}
