package io.github.bmt4j.failover.scenario;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order for short trials, and what tests change of it. */
public final class SampleOrder {
  /**
   * Of servers on which an application writes: a commit waits for no disk, whose stalls would look
   * like a fault's. It is kept when its server is killed, though not when the machine is.
   */
  public static final List<String> SERVER_OPTIONS = List.of("innodb_flush_log_at_trx_commit=2");

  /** bmt's own driver. */
  public static final LoadDriver OWN = LoadDriver.own(DriverWish.OWN);

  public ApplicationSettings settings = ShippedSettings.of(4, null);
  public TargetSpec target = new TargetSpec.Embedded();
  public HaMode ha = HaMode.ENDPOINT;
  public String topology = Topology.REPLICATION;
  public int replicas = 1;
  public Fault fault = Fault.byName("kill");
  public OptionValues faultOptions = OptionValues.DEFAULT;
  public ProbeLoad load = new ProbeLoad(200, 200, 10, 100, 0, 0, null, false);
  public TrialTimes times = new TrialTimes(2_100, 1_000, 1_500, 20_000);

  /** The command that changes the primary of the user's own cluster. */
  public @Nullable String trigger;

  public List<String> nodes = List.of();

  /** At a cluster of the user's own, whose driver tries the nodes in turn. */
  public void at(Cluster cluster) {
    nodes = cluster.nodes().stream().map(node -> node.host() + ":" + node.port()).toList();
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
    trigger = "true";
  }

  @SuppressWarnings("unchecked")
  public static DeclaredOption<Boolean> toggle(String word) {
    return (DeclaredOption<Boolean>)
        Fault.options().stream()
            .filter(option -> option.word().equals(word))
            .findFirst()
            .orElseThrow();
  }

  public FailoverOrder order() {
    StartOptions start = new StartOptions(ItServers.cache(), null, SERVER_OPTIONS);
    Topology servers = Topology.cluster(topology, replicas + 1);
    ChangeScenario change =
        trigger == null
            ? ChangeScenario.of(fault, faultOptions)
            : ChangeScenario.of(
                ChangeScenario.External.of(trigger, Duration.ofSeconds(20), nodes, null));
    return new FailoverOrder(
        new FailoverScenario(
            ClusterScenario.of(target, start, servers),
            change,
            ha.word(),
            settings,
            load,
            times,
            1,
            null,
            null),
        target,
        start,
        servers,
        faultOptions,
        0,
        trigger == null ? null : new FailoverOrder.Outside(trigger, null));
  }
}
