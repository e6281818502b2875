package io.github.bmt4j.load.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.nodes.NodeFigures.Node;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeFiguresTest {
  /** The server that takes the beats has no lag. */
  @Test
  void theLargestLagIsThatOfAnyNodeThatHasOne() {
    assertThat(lags(null, 5.0, 44.0, 10.0)).isEqualTo(44);
    assertThat(lags(0.0)).isZero();
    assertThat(lags(null, null)).isNull();
    assertThat(lags()).isNull();
  }

  private static @Nullable Double lags(@Nullable Double... millis) {
    return Made.of(NodeFigures.class)
        .set(
            "nodes",
            Arrays.stream(millis)
                .map(
                    one ->
                        Made.of(Node.class)
                            .set("lag", new Times(1, null, null, null, null, null, null, null, one))
                            .record())
                .toList())
        .record()
        .largestLagMs();
  }
}
