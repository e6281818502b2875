package io.github.bmt4j.cli.options;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.nodes.NodesScenario;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.server.ClusterServer;
import io.github.bmt4j.server.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Nodes of a cluster that are watched during a load. */
@Section("Nodes of a cluster")
public final class NodeOptions {
  @Option(
      names = "--node",
      paramLabel = "<host[:port]>",
      description =
          "node whose lag behind the first --url is measured during the load, with that URL's"
              + " database and login; may be repeated (with --topology: all nodes)")
  List<String> nodes = new ArrayList<>();

  @Marked(Mark.SET_BY_STAGES_OF_THREADS)
  @Option(
      names = "--endpoint-threads",
      paramLabel = "<n,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "threads of each endpoint, in the order of --url or --write-to, in place of --threads:"
              + " 128,64")
  List<Integer> endpointThreads = new ArrayList<>();

  @Marked(Mark.SET_BY_STAGES)
  @Option(
      names = "--endpoint-events",
      paramLabel = "<n,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "maximum number of measured operations of each endpoint, in place of --events:"
              + " 600000,100000")
  List<Long> endpointEvents = new ArrayList<>();

  @Option(
      names = "--count-rows",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "also count the rows on all nodes during the load, which takes 2 %% of the time"
              + " (default off: only before and after it)")
  boolean countRows;

  /**
   * The requested nodes and counts, validated; absent if none were requested.
   *
   * @param url the user's first URL; absent for servers that bmt starts
   * @param cluster true if bmt starts a cluster
   */
  @Nullable NodesScenario scenario(@Nullable String url, boolean cluster) {
    Checks.check(
        nodes.isEmpty() || url != null,
        "--node",
        " requires --url: with --topology, all nodes are watched");
    Checks.check(
        nodes.isEmpty() || url == null || !Dialect.isGeneric(url),
        "--node",
        " requires servers of MySQL or MariaDB");
    Checks.check(
        !countRows || cluster || !nodes.isEmpty(),
        "--count-rows",
        " requires --node or --topology");
    return nodes.isEmpty() && !countRows
        ? null
        : new NodesScenario(nodes.stream().map(NodeUrl::withPort).distinct().toList(), countRows);
  }

  /**
   * Threads and operations of each endpoint, validated.
   *
   * @param endpoints number of endpoints
   */
  EndpointPlan endpoints(int endpoints) {
    checkOnePerEndpoint("--endpoint-threads", endpointThreads, endpoints);
    checkOnePerEndpoint("--endpoint-events", endpointEvents, endpoints);
    return new EndpointPlan(endpointThreads, endpointEvents);
  }

  /** Refuses loads in which endpoints cannot have their own threads or operations. */
  void check(RunScenario scenario) {
    Checks.check(
        endpointThreads.isEmpty() || scenario.client().poolSize() == null,
        "--endpoint-threads",
        " and --pool-size cannot be combined");
    Checks.check(
        endpointEvents.isEmpty() || scenario.times().events() == 0,
        "--endpoint-events",
        " and --events cannot be combined");
    Checks.check(
        endpointEvents.isEmpty() || scenario.load().loop().equals("closed"),
        "--endpoint-events",
        " requires a closed loop: all endpoints share the arrivals of an open" + " loop");
  }

  /** The threads of all endpoints, if each has its own number; otherwise the requested threads. */
  Threads threads(Threads asked) {
    if (endpointThreads.isEmpty()) {
      return asked;
    }
    int sum =
        endpointThreads.stream()
            .mapToInt(one -> LoadOptions.threads("--endpoint-threads", one))
            .sum();
    Checks.check(
        List.of("1", Integer.toString(sum)).contains(asked.text()),
        "--threads",
        "="
            + asked.text()
            + " and --endpoint-threads, "
            + sum
            + " in all, contradict each other: give one of them");
    return Threads.of(LoadOptions.threads("--endpoint-threads", sum), asked.from());
  }

  private static void checkOnePerEndpoint(
      String option, List<? extends Number> given, int endpoints) {
    Checks.check(
        given.isEmpty() || given.size() == endpoints,
        option,
        "="
            + given.stream().map(String::valueOf).collect(Collectors.joining(","))
            + ": give one number for each endpoint, and this load has "
            + counted(endpoints, "endpoint"));
    given.forEach(
        one ->
            Checks.check(
                one.longValue() >= 1, option, "=" + one + ": give 1 or more for each endpoint"));
  }

  /**
   * The nodes to watch: all nodes of a cluster that bmt started, or the nodes that the user named.
   */
  public List<Target> watched(Server first) {
    if (first instanceof ClusterServer cluster) {
      return cluster.nodes();
    }
    return watched(first, nodes);
  }

  /** Nodes that the user named, with the database and login of a server. */
  public static List<Target> watched(Server first, List<String> nodes) {
    Target target = first.target();
    String url = DriverUrl.own(target.url());
    return nodes.stream()
        .map(NodeUrl::withPort)
        .distinct()
        .map(
            node ->
                new Target(node, NodeUrl.of(url, node), target.user(), target.password(), false))
        .toList();
  }
}
