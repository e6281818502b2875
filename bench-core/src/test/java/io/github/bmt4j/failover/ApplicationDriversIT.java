package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ClientDriver;
import io.github.bmt4j.failover.client.ClientProcesses;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.PoolSettings;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.ApplicationUrls;
import io.github.bmt4j.failover.cluster.LabCluster;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.Hold;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.failover.figures.Repetition.Moment;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failover.scenario.SampleOrder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Topology;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Applications with drivers of each family, on one cluster that is made new for each of them, and
 * what becomes of their writes: how many ms without one at most, or {@code never} if they are not
 * back at the end, and an error that the application sees. All rows run with {@code
 * -Dbmt.it.drivers=all}, otherwise those in front of the empty line.
 */
@Tag("extended")
@NullUnmarked // A figure that is absent fails the test.
class ApplicationDriversIT {
  /** What a busy machine may add to the outages of these rows. */
  private static final double BUSY_MS = 2_500;

  private static final boolean ALL = System.getProperty("bmt.it.drivers", "").equals("all");
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private static final String ROWS =
      """
      mysql:9.7.0               endpoint    kill                                              0 08S01
      aws:4.3.0+mysql:9.7.0     endpoint    switchover                                        0 08S02

      mysql:9.7.0               failover    kill                                          never S1009
      mysql:9.7.0               failover    kill        prop=failOverReadOnly:false           0 08S01
      mysql:9.7.0               endpoint    hang        socket=1000                        1000 08S01
      mysql:9.7.0               endpoint    kill        pool=none                             0 08S01
      mysql:9.7.0               failover    switchover                                    never 1290
      mysql:9.7.0               failover    switchover  kill prop=failOverReadOnly:false  never 1290
      mysql:9.7.0               replication kill                                          never -
      mysql:9.7.0               endpoint    switchover                                    never 1290
      mysql:9.7.0               endpoint    switchover  kill                                  0 08S01
      mysql:26.10.0             endpoint    kill        delay=3000                         3000 08S01
      mariadb:3.5.11            endpoint    kill                                              0 08000
      mariadb:3.5.11            sequential  kill        delay=3000                         3000 1290
      mariadb:3.5.11            sequential  hang        socket=1000                        1000 -
      mariadb:3.5.11            sequential  switchover                                    never 1290
      mariadb:3.5.11            sequential  switchover  kill                                  0 1290
      mariadb:3.5.11            endpoint    switchover  evict                                 0 1290
      mariadb:2.7.15            sequential  kill        delay=3000                         3000 1290
      mariadb:2.7.15            endpoint    kill                                              0 08000
      mariadb:2.7.15            sequential  hang        socket=1000                        1000 -
      mariadb:2.7.15            sequential  switchover                                    never 1290
      mariadb:2.7.15            sequential  switchover  kill                                  0 1290
      mariadb:2.7.15            replication kill                                          never -
      aws:4.3.0+mysql:9.7.0     endpoint    kill                                              0 08S02
      aws:4.3.0+mysql:9.7.0     endpoint    hang        socket=1000                        1000 08S02
      aws:4.3.0+mysql:9.7.0     endpoint    switchover  kill                                  0 08S02
      aws:4.3.0+mariadb:3.5.11  endpoint    kill        delay=3000                         3000 08S02
      aws:4.3.0+mysql:9.7.0     hosts       kill                                          never -
      own                       endpoint    kill        pool=none                             0 08000
      """;

  private static @Nullable Cluster servers;
  private static boolean used;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    servers =
        ItServers.open(
            Topology.cluster(Topology.REPLICATION, 2),
            ItServers.embedded(),
            SampleOrder.SERVER_OPTIONS);
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  static Stream<String> rows() {
    return ROWS.lines()
        .takeWhile(row -> ALL || !row.isBlank())
        .filter(row -> !row.isBlank() && row.contains(System.getProperty("bmt.it.rows", "")));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void writesComeBackAsTheDriverIsKnownFor(String row) throws Exception {
    String[] words = row.split(" +");
    Repetition played = play(words);
    FailoverFigures figures = played.figures();
    String outage = words[words.length - 2];
    String error = words[words.length - 1];

    // The wrapper that tries one host again and again leaves its own JVM no processor.
    if (!words[1].equals("hosts")) {
      BusyMachine.atMost(played.verdict().texts(), "%s", played);
      assertThat(figures.attempts().storm()).isNotNull();
    }
    if (outage.equals("never")) {
      // From the last write to the end, which is the deadline after the fault.
      assertThat(figures.writes().outageAtLeastMs()).isGreaterThan(DEADLINE.toMillis() - 500.0);
    } else if (played.verdict().status() == Verdict.Status.VALID) {
      // A busy machine may stop the client at the end.
      Double open = figures.writes().outageAtLeastMs();
      assertThat(open == null ? 0 : open).as("%s", played).isLessThan(BUSY_MS);
      Double ms = figures.writeOutageMs();
      double delay = Double.parseDouble(outage);
      assertThat(ms == null ? 0 : ms).isBetween(delay == 0 ? 0 : delay - 100, delay + BUSY_MS);
    }
    if (!error.equals("-")) {
      assertThat(played.errors())
          .as("%s", played)
          .extracting(one -> one.code() == 0 ? one.sqlState() : "" + one.code())
          .contains(error);
    }
  }

  @Test
  void nothingFailsWhileThePoolIsSuspended() throws Exception {
    Repetition played = play("own", "endpoint", "switchover", "hold=pool", "0", "-");

    BusyMachine.atMost(played.verdict().texts(), "%s", played);
    assertThat(played.errors())
        .as("%s", played)
        .extracting(ErrorCount::firstMs)
        .allMatch(ms -> ms < 0);
    assertThat(played.figures().attempts().failed()).isZero();
    assertThat(played.figures().lostWrites()).isZero();
    if (played.verdict().status() == Verdict.Status.VALID) {
      assertThat(played.figures().attempts().largestStallMs()).isLessThan(1_000 + BUSY_MS);
    }
    assertThat(played.timeline())
        .extracting(Moment::text)
        .contains(
            "the application's pools are suspended, no connection in use",
            "the application goes on");
  }

  /**
   * With all hosts denied, the driver tries again the one that it denied first, and no other; and
   * {@code isValid} waits for these attempts, whatever its limit.
   */
  @EnabledIfSystemProperty(named = "bmt.it.drivers", matches = "all")
  @ParameterizedTest
  @ValueSource(strings = {"mariadb:3.5.11", "mariadb:4.0.0"})
  void connectorJDoesNotFindAServerThatIsBackAfterAllHadFailed(String driver) throws Exception {
    Cluster cluster = fresh();
    Node second = cluster.nodes().get(1);
    LoadDriver loaded = ItServers.driver(driver, Map.of());
    String url =
        ApplicationUrls.url(
                loaded.url(cluster.url(cluster.primary())),
                HaMode.SEQUENTIAL,
                "",
                cluster.nodes().stream().map(node -> node.host() + ":" + node.port()).toList())
            + "&retriesAllDown=20";
    Properties login =
        JdbcUrl.loginBeside(url, cluster.application().user(), cluster.application().password());
    try (Connection open = loaded.open(url, login)) {
      cluster.kill(cluster.nodes().get(0));
      assertThat(open.isValid(1)).as("it goes to the second node").isTrue();
      cluster.kill(second);
      assertThat(millis(() -> assertThat(open.isValid(1)).isFalse())).isGreaterThan(3_000);
    }
    cluster.startAlone(second, false);
    LabCluster.look(cluster, second, cluster.application()).close();
    assertThat(
            millis(
                () ->
                    assertThatThrownBy(() -> loaded.open(url, login))
                        .isInstanceOf(SQLException.class)))
        .isGreaterThan(3_000);
  }

  private interface Step {
    void take() throws Exception;
  }

  private static long millis(Step step) throws Exception {
    long begun = System.nanoTime();
    step.take();
    return (System.nanoTime() - begun) / 1_000_000;
  }

  private static Cluster fresh() throws TargetException {
    Cluster cluster = Objects.requireNonNull(servers);
    if (used) {
      cluster.reset();
    }
    used = true;
    return cluster;
  }

  private Repetition play(String... words) throws Exception {
    Map<String, String> options = options(words);
    String[] property = options.getOrDefault("prop", "").split(":", 2);
    LoadDriver driver =
        ItServers.driver(
            words[0], property.length > 1 ? Map.of(property[0], property[1]) : Map.of());
    FailoverOrder order = order(driver, words[1], words[2], options);
    Cluster cluster = fresh();
    LabCluster.Plan plan =
        new LabCluster.Plan(
            order.ha(), false, false, order.fault(), order.faultOptions(), order.client(driver), 0);
    Path work = Files.createDirectories(folder.resolve("work"));
    try (LabCluster lab = new LabCluster(plan, kept(cluster), work, Clock.SYSTEM)) {
      lab.checkSessions(true);
      lab.ready(() -> false);
      ProbePlan probes = lab.plan();
      RepetitionFindings findings = new RepetitionFindings(order, lab, new StopSignal());
      FailoverTrial.Recording recording =
          new FailoverTrial(
                  lab,
                  order.scenario().times(),
                  Clock.SYSTEM,
                  new StopSignal(),
                  new TrialLines(Events.NONE, "", true))
              .perform(() -> ClientProcesses.start(probes, work, lab.javaOptions(), Clock.SYSTEM));
      return findings.repetition(1, recording, probes.rates());
    }
  }

  private static Map<String, String> options(String[] words) {
    Map<String, String> options = new LinkedHashMap<>();
    Arrays.stream(words)
        .skip(3)
        .limit(words.length - 5)
        .map(word -> word.split("=", 2))
        .forEach(pair -> options.put(pair[0], pair.length > 1 ? pair[1] : ""));
    return options;
  }

  private static FailoverOrder order(
      LoadDriver driver, String ha, String fault, Map<String, String> options) {
    String hold = options.getOrDefault("hold", "none");
    ApplicationSettings settings =
        ShippedSettings.of(
            10,
            options.containsKey("connect") ? Long.valueOf(options.get("connect")) : null,
            options.containsKey("socket") ? Long.valueOf(options.get("socket")) : null,
            options.containsKey("evict"),
            ClientDriver.of(driver.wish()),
            new PoolSettings(
                options.get("pool"), null, null, hold.equals("pool") ? true : null, null));
    OptionValues faults = OptionValues.DEFAULT.with(Fault.HOLD, hold(hold));
    if (options.containsKey("delay")) {
      faults =
          faults.with(
              Fault.PROMOTION_DELAY, Duration.ofMillis(Long.parseLong(options.get("delay"))));
    }
    if (options.containsKey("kill")) {
      faults = faults.with(SampleOrder.toggle("--kill-sessions"), true);
    }
    SampleOrder order = new SampleOrder();
    order.settings = settings;
    order.ha = DriverFamily.of(driver.wish().driver()).mode("--ha", ha, mode -> true);
    order.fault = Fault.byName(fault);
    order.faultOptions = faults;
    order.load = new ProbeLoad(100, 100, 0, 2_000, 0, 0, null, false);
    order.times = new TrialTimes(2_000, 1_000, 2_500, DEADLINE.toMillis());
    return order.order();
  }

  private static Hold hold(String word) {
    return Arrays.stream(Hold.values())
        .filter(hold -> hold.name().equalsIgnoreCase(word))
        .findFirst()
        .orElseThrow();
  }

  private static Cluster kept(Cluster cluster) {
    return (Cluster)
        Proxy.newProxyInstance(
            Cluster.class.getClassLoader(),
            interfaces(cluster.getClass()),
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              try {
                return method.invoke(cluster, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Class<?>[] interfaces(Class<?> type) {
    Stream<Class<?>> all = Arrays.stream(type.getInterfaces());
    Class<?> parent = type.getSuperclass();
    return (parent == null ? all : Stream.concat(all, Arrays.stream(interfaces(parent))))
        .distinct()
        .toArray(Class<?>[]::new);
  }
}
