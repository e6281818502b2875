package io.github.bmt4j.failover.balance;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.ClusterScenario;
import io.github.bmt4j.failover.balance.BalanceFigures.Evenness;
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Returned;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.balance.BalanceFigures.Slice;
import io.github.bmt4j.failover.balance.BalanceFigures.Staleness;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.FailoverFigures.Stuck;
import io.github.bmt4j.load.run.SampleResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Results of spread loads, made up by hand, for tests of their forms. */
public final class SampleBalance {
  private static final int LOST = 10;
  private static final int BACK = 20;
  private static final int END = 50;

  private SampleBalance() {}

  /** node3 of two replicas is lost, comes back, and gets its share again 28 s after its return. */
  public static BalanceResult rebalanced() {
    return rebalanced(25_000.0);
  }

  /** The same with its share back some ms after its return; with 0, nothing was read before. */
  static BalanceResult rebalanced(double rebalanceMs) {
    return result(
        10_000L,
        new Verdict(Status.VALID, List.of()),
        List.of("client and servers share this machine's processors"),
        new BalanceFigures(
            List.of("reader"),
            new Moments("node3", 10_000.0, 20_300.0, 50_000),
            servers(),
            new Evenness(new Phases<>(1.0, null, 0.78), new Phases<>(0.9999, null, 0.65)),
            rebalanceMs,
            new Returned("node3", 0.5, 22_400.0, 0.432, 29_700),
            new Phases<>(1.0, rebalanceMs == 0 ? null : (Double) 0.998, 1.0),
            new Phases<>(
                new Staleness(2000, 0, null, null),
                new Staleness(2050, 12, 3.1, 12.3),
                new Staleness(5940, 297, 250.0, 9500.0)),
            new TreeMap<>(
                Map.of(
                    "reader",
                    new Phases<>(
                        new Served(2000, 0, 0, 0, 10.2, 1.2, 3.4, 9.8, 12.3),
                        new Served(2050, 8, 0, 0, 11.3, 1.3, null, 1004.0, 56.7),
                        new Served(5940, 0, 0, 0, 10.2, 1.2, 3.5, 11.0, 14.0)),
                    "writer",
                    new Phases<>(
                        new Served(2000, 0, 0, 0, 0.2, 1.1, 2.4, 5.0, 8.3),
                        new Served(2060, 0, 0, 0, 41.0, 1.2, null, 4042.2, 4041.4),
                        new Served(5940, 0, 0, 0, 0.2, 1.1, 2.5, 6.0, 9.1)))),
            new Stuck(1, 12_345.6, 1),
            slices(),
            1000));
  }

  /** Nothing is lost; the load was even. */
  public static BalanceResult without() {
    Map<String, ServerLoad> servers = new LinkedHashMap<>();
    servers.put("node2", steady("node2"));
    servers.put("node3", steady("node3"));
    return result(
        null,
        new Verdict(Status.INVALID, List.of("interrupted")),
        List.of(),
        new BalanceFigures(
            List.of("reader"),
            new Moments(null, null, null, 200_000),
            servers,
            new Evenness(new Phases<>(null, null, null), new Phases<>(1.0, null, null)),
            null,
            null,
            null,
            null,
            Map.of(
                "reader",
                new Phases<>(new Served(40_000, 0, 0, 0, 0.5, 1.2, 3.4, 9.8, 12.3), null, null)),
            new Stuck(0, null, 0),
            even(200),
            1000));
  }

  private static BalanceResult result(
      @Nullable Long awayMillis, Verdict verdict, List<String> warnings, BalanceFigures figures) {
    return new BalanceResult(
        "f703e9d9",
        Instant.parse("2026-11-20T18:51:41Z"),
        verdict,
        warnings,
        new BalanceScenario(
            new ClusterScenario("embedded", List.of(), "replication", 2),
            "loadbalance",
            settings(),
            new ProbeLoad(200, 200, 0, 5000, 0, 20, null, true, null),
            new BalanceScenario.Times(10_000, awayMillis, 30_000, 1_000),
            null),
        SampleResult.closedLoop().environment(),
        figures,
        awayMillis == null
            ? List.of()
            : List.of(new Advice("maxLifetime", "what was seen", "--max-lifetime=30s")),
        null);
  }

  private static Map<String, ServerLoad> servers() {
    Map<String, ServerLoad> servers = new LinkedHashMap<>();
    servers.put(
        "node1",
        new ServerLoad(
            "node1",
            true,
            false,
            new Phases<>(new Load(10, null), new Load(10, null), new Load(10, null)),
            new Phases<>(new Load(0, 0.0), new Load(4, 0.002), new Load(0, 0.0))));
    servers.put(
        "node2",
        new ServerLoad(
            "node2",
            false,
            true,
            new Phases<>(new Load(15, 0.5), new Load(29.1, 1.0), new Load(24.3, 0.81)),
            new Phases<>(new Load(1002, 0.501), new Load(2046, 0.998), new Load(5053, 0.851))));
    servers.put(
        "node3",
        new ServerLoad(
            "node3",
            false,
            true,
            new Phases<>(new Load(15, 0.5), null, new Load(5.7, 0.19)),
            new Phases<>(new Load(998, 0.499), new Load(0, 0.0), new Load(887, 0.149))));
    return servers;
  }

  private static ServerLoad steady(String name) {
    return new ServerLoad(
        name,
        false,
        true,
        new Phases<>(null, null, null),
        new Phases<>(new Load(20_000, 0.5), null, null));
  }

  private static List<Slice> slices() {
    List<Slice> slices = new ArrayList<>();
    for (int second = 0; second < END; second++) {
      boolean away = second >= LOST && second < BACK;
      long own = away ? 0 : ofTheReturned(second);
      long stray = second == LOST ? 4 : 0;
      Map<String, Long> operations = new LinkedHashMap<>();
      operations.put("node1", stray);
      operations.put("node2", 200 - own - stray);
      operations.put("node3", own);
      Map<String, Integer> connections = new LinkedHashMap<>();
      connections.put("node1", 10);
      connections.put("node2", own == 0 ? 30 : 15);
      if (!away) {
        connections.put("node3", own == 0 ? 0 : 15);
      }
      slices.add(new Slice(second * 1e3, (second + 1) * 1e3, operations, connections));
    }
    return slices;
  }

  /** What node3 takes in a second in which it is up. */
  private static long ofTheReturned(int second) {
    if (second < LOST || second >= 46) {
      return 100;
    }
    return second < 42 ? 0 : second < 44 ? 30 : 75;
  }

  private static List<Slice> even(int seconds) {
    List<Slice> slices = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      slices.add(
          new Slice(
              second * 1e3, (second + 1) * 1e3, Map.of("node2", 100L, "node3", 100L), Map.of()));
    }
    return slices;
  }

  private static ApplicationSettings settings() {
    ShippedSettings settings = new ShippedSettings();
    settings.poolSize = 30;
    settings.maxLifetimeMillis = 30_000L;
    return settings.settings();
  }
}
