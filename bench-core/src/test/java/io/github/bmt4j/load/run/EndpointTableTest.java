package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointTableTest {
  @Test
  void hasALineForEachEndpoint() {
    Times times = new Times(1000, 0.8, 2.8, 2.48, 3.86, 4.59, 7.9, null, 142.48);
    EndpointFigures first =
        new EndpointFigures(
            "jdbc:mariadb://a/d", 3, "MariaDB 11.4.5", 1000, 20_000, 7, 2, 199.92, 3998.4, times);
    Times none = new Times(0, null, null, null, null, null, null, null, null);
    EndpointFigures second =
        new EndpointFigures(
            "jdbc:mariadb://b/d", 2, "MariaDB 11.4.5", 0, 0, 0, 0, null, null, none);

    assertThat(EndpointTable.of(List.of(first, second)))
        .isEqualTo(
            """
              threads   transactions        queries         tps          qps  errors reconnects    p50 ms    p95 ms    p99 ms    max ms  endpoint
                    3          1,000         20,000      199.92     3,998.40       7          2      2.48      4.59      7.90    142.48  jdbc:mariadb://a/d, MariaDB 11.4.5
                    2              0              0           -            -       0          0         -         -         -         -  jdbc:mariadb://b/d, MariaDB 11.4.5
            """);
  }

  @Test
  void oneEndpointHasNone() {
    assertThat(EndpointTable.of(null)).isEmpty();
  }
}
