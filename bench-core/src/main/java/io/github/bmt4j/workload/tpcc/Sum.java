package io.github.bmt4j.workload.tpcc;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A sum that is unknown once a part of it is. */
final class Sum {
  private @Nullable BigDecimal value = BigDecimal.ZERO;

  void add(@Nullable BigDecimal part) {
    value = value == null || part == null ? null : value.add(part);
  }

  @Nullable BigDecimal value() {
    return value;
  }
}
