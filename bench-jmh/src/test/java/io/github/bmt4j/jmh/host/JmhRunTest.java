package io.github.bmt4j.jmh.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jmh.host.JmhRun.Place;
import io.github.bmt4j.jmh.host.Selection.LeftOut;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JmhRunTest {
  private static final LeftOut BULK = new LeftOut("insert.bulk", "no bulk protocol");
  private final Map<Place, List<LeftOut>> leftOut = new LinkedHashMap<>();

  @Test
  void oneRunIsEnoughWhenEverythingRunsEverywhere() {
    leftOut.put(new Place("u", "a"), List.of());
    leftOut.put(new Place("u", "b"), List.of());

    assertThat(JmhRun.plan(leftOut, List.of("insert.bulk", "keys"), List.of("insert.bulk")))
        .containsExactly(new JmhRun(List.of("u"), List.of("a", "b"), Set.of()));
  }

  @Test
  void oneRunIsEnoughWhenTheSameIsLeftOutEverywhere() {
    leftOut.put(new Place("u", "a"), List.of(BULK));
    leftOut.put(new Place("v", "a"), List.of(new LeftOut("insert.bulk", "another reason")));

    assertThat(
            JmhRun.plan(
                leftOut,
                List.of("insert.bulk", "insert.batch"),
                List.of("insert.bulk", "insert.batch")))
        .containsExactly(new JmhRun(List.of("u", "v"), List.of("a"), Set.of("insert.bulk")));
  }

  @Test
  void everyPlaceHasItsRunWhenTheyDifferAndDriverlessOnesRunOnce() {
    leftOut.put(new Place("u", "a"), List.of());
    leftOut.put(new Place("u", "b"), List.of(BULK));

    assertThat(
            JmhRun.plan(
                leftOut,
                List.of("insert.bulk", "insert.batch", "keys"),
                List.of("insert.bulk", "insert.batch")))
        .containsExactly(
            new JmhRun(List.of("u"), List.of("a", "b"), Set.of("insert.bulk", "insert.batch")),
            new JmhRun(List.of("u"), List.of("a"), Set.of("keys")),
            new JmhRun(List.of("u"), List.of("b"), Set.of("insert.bulk", "keys")));
  }

  @Test
  void aRunWithoutWorkIsNone() {
    leftOut.put(new Place("u", "a"), List.of(BULK));
    leftOut.put(new Place("u", "b"), List.of());

    assertThat(JmhRun.plan(leftOut, List.of("insert.bulk"), List.of("insert.bulk")))
        .containsExactly(new JmhRun(List.of("u"), List.of("b"), Set.of()));
  }

  @Test
  void nothingIsLeftWhenNothingRunsAnywhere() {
    leftOut.put(new Place("u", "a"), List.of(BULK));

    assertThat(JmhRun.plan(leftOut, List.of("insert.bulk"), List.of("insert.bulk"))).isEmpty();
  }
}
