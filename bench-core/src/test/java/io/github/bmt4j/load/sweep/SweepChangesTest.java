package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.load.sweep.SweepChanges.Seen;
import io.github.bmt4j.report.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepChangesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String VERSION = "11.4.5-MariaDB";

  private final SweepChanges changes = new SweepChanges();

  @Test
  void aServerThatOnlyGetsOlderDidNotChange() {
    changes.compare("1 thread", List.of(seen("a", 1000, 500, "1"), seen("b", 900, 600, "2")), 0);
    changes.compare(
        "2 threads", List.of(seen("a", 1000, 560, "1"), seen("b", 900, 660, "2")), 60 * SECOND);

    assertThat(changes.restarts()).isEmpty();
    assertThat(changes.notes()).isEmpty();
  }

  @Test
  void aRestartBetweenStepsIsNamedWithTheStepAfterItOnce() {
    changes.compare("1 thread", List.of(seen("a", 900, 600, "1"), seen("b", 1000, 500, "1")), 0);
    changes.compare(
        "4 threads", List.of(seen("a", 900, 660, "1"), seen("b", 1550, 10, "1")), 60 * SECOND);
    changes.compare(
        "8 threads", List.of(seen("a", 900, 720, "1"), seen("b", 1550, 70, "1")), 120 * SECOND);

    assertThat(changes.restarts())
        .extracting(Reason::text)
        .containsExactly("4 threads: a server was restarted after the start of the step before");
    assertThat(changes.notes()).isEmpty();
  }

  @Test
  void aChangedSettingIsNamedWithBothValues() {
    changes.compare("8 threads", List.of(seen("a", 1000, 500, "1")), 0);
    changes.compare("4 threads", List.of(seen("a", 1000, 560, "2")), 60 * SECOND);
    changes.compare("1 thread", List.of(seen("a", 1000, 620, "2")), 120 * SECOND);

    assertThat(changes.restarts()).isEmpty();
    assertThat(changes.notes())
        .containsExactly(
            "4 threads: innodb_flush_log_at_trx_commit changed from 1 to 2 since the last step");
  }

  /** Behind a balancer each connection may lead to another one. */
  @Test
  void anotherServerIsNotTakenForARestartedOne() {
    changes.compare("1 thread", List.of(seen("a", 1000, 500, "1")), 0);
    changes.compare("2 threads", List.of(seen("b", 1200, 360, "1")), 60 * SECOND);

    assertThat(changes.restarts()).isEmpty();
    assertThat(changes.notes())
        .containsExactly("2 threads: another server answers than before the last step");
  }

  private static Seen seen(String name, long started, long uptime, String flush) {
    Target target = new Target("t", "jdbc:mariadb://h/d", "", Secret.NONE, false);
    ServerFacts facts =
        new ServerFacts(
            ServerProduct.parse(VERSION, ""),
            VERSION,
            "off",
            Map.of("innodb_flush_log_at_trx_commit", flush, "sync_binlog", "0"));
    return new Seen(
        new EndpointServer(
            target, new Connector(target, PsMode.AUTO, 1), facts, new ServerKey(name, "u"), "d"),
        new ServerCounters(Map.of("started", started, "Uptime", uptime)));
  }
}
