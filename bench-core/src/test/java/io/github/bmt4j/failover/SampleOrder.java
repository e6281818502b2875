package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.OptionValues;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order for short trials, and what tests change of it. */
final class SampleOrder {
  /**
   * Of servers on which an application writes: a commit waits for no disk, whose stalls would look
   * like a fault's. It is kept when its server is killed, though not when the machine is.
   */
  static final List<String> SERVER_OPTIONS = List.of("innodb_flush_log_at_trx_commit=2");

  /** bmt's own driver. */
  static final LoadDriver OWN = LoadDriver.own(DriverWish.OWN);

  final ShippedSettings settings = new ShippedSettings();
  TargetSpec target = new TargetSpec.Embedded();
  HaMode ha = HaMode.ENDPOINT;
  String topology = Topology.REPLICATION;
  int replicas = 1;
  FailoverOrder.@Nullable Outside outside;

  SampleOrder() {
    settings.poolSize = 4;
  }

  /** At a cluster of the user's own, whose driver tries the nodes in turn. */
  void at(Cluster cluster, String trigger) {
    List<String> nodes =
        cluster.nodes().stream().map(node -> node.host() + ":" + node.port()).toList();
    target =
        new TargetSpec.External(
            "jdbc:mariadb:sequential://"
                + String.join(",", nodes)
                + "/"
                + StartOptions.DATABASE
                + "?sslMode=disable",
            cluster.application().user(),
            cluster.application().password());
    ha = HaMode.SEQUENTIAL;
    outside = new FailoverOrder.Outside(trigger, Duration.ofSeconds(20), nodes, null);
  }

  @SuppressWarnings("unchecked")
  static DeclaredOption<Boolean> toggle(String word) {
    return (DeclaredOption<Boolean>)
        Fault.options().stream()
            .filter(option -> option.word().equals(word))
            .findFirst()
            .orElseThrow();
  }

  FailoverOrder order() {
    return new FailoverOrder(
        target,
        new StartOptions(ItServers.cache(), null, SERVER_OPTIONS),
        Topology.cluster(topology, replicas + 1),
        ha,
        "kill",
        OptionValues.DEFAULT,
        settings.settings(),
        new ProbeLoad(200, 200, 10, 100, Duration.ZERO, Duration.ZERO, null, false, null),
        new TrialTimes(
            Duration.ofMillis(2_100),
            Duration.ofSeconds(1),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(20)),
        outside,
        1,
        null,
        null);
  }
}
