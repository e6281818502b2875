package io.github.bmt4j.workload;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Part of a result set that is read after the driver has fetched it. */
public enum Consume {
  /** No row and no column, as sysbench does. */
  NONE,
  /** The first column of every row. */
  FIRST_COLUMN,
  /** All columns of every row. */
  ALL;

  /** Word of {@code --consume}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The constant of a word. */
  public static Optional<Consume> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }
}
