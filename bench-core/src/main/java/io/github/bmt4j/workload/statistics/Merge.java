package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Merge of the answers of pieces into rows of the whole. */
final class Merge {
  private Merge() {}

  /** Operation on a column when the pieces' rows of one group are merged. */
  enum Fold {
    SUM,
    EARLIEST,
    LATEST;

    private String of(String one, String other) {
      return switch (this) {
        case SUM -> AnswerRows.number(new BigDecimal(one).add(new BigDecimal(other)));
        case EARLIEST -> one.compareTo(other) <= 0 ? one : other;
        case LATEST -> one.compareTo(other) >= 0 ? one : other;
      };
    }
  }

  static List<String> row(Object... values) {
    return Stream.of(values).map(String::valueOf).toList();
  }

  static String money(long cents) {
    return AnswerRows.number(BigDecimal.valueOf(cents, 2));
  }

  /** All rows: for pieces without common groups. */
  static List<List<String>> joined(List<AnswerRows> pieces) {
    return pieces.stream().flatMap(piece -> piece.rows().stream()).toList();
  }

  /**
   * One row for each group.
   *
   * @param groupColumns number of leading columns that identify a row's group
   * @param folds operations on the columns after these
   */
  static List<List<String>> folded(List<AnswerRows> pieces, int groupColumns, Fold... folds) {
    Map<List<String>, List<String>> groups = new LinkedHashMap<>();
    for (List<String> row : joined(pieces)) {
      groups.merge(
          row.subList(0, groupColumns),
          row,
          (one, other) -> {
            List<String> folded = new ArrayList<>(one.subList(0, groupColumns));
            for (int i = 0; i < folds.length; i++) {
              int column = groupColumns + i;
              folded.add(folds[i].of(one.get(column), other.get(column)));
            }
            return folded;
          });
    }
    return List.copyOf(groups.values());
  }

  static List<List<String>> first(
      List<List<String>> rows, int limit, Comparator<List<String>> order) {
    return rows.stream().sorted(order).limit(limit).toList();
  }

  static Comparator<List<String>> byNumber(int column) {
    return Comparator.comparing(row -> new BigDecimal(row.get(column)));
  }

  /**
   * An average as servers give it: with four more fraction digits than the sum, which is the
   * default of {@code div_precision_increment}, rounded half up.
   *
   * @param sumDigits number of digits in the fraction of the sum
   */
  static String average(BigDecimal sum, long count, int sumDigits) {
    return AnswerRows.number(
        sum.divide(BigDecimal.valueOf(count), sumDigits + 4, RoundingMode.HALF_UP));
  }
}
