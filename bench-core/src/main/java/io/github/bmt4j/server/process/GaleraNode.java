package io.github.bmt4j.server.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.Login;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One node of a Galera cluster. It is a member while it is in the primary component, and ready. */
final class GaleraNode extends ClusterNode {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern RECOVERED =
      Pattern.compile("Recovered position: ([0-9a-f-]+:-?\\d+)");

  /** Lets bmt's own connections read while the node is no member. */
  private static final String DETACHED = "&sessionVariables=wsrep_dirty_reads=ON";

  private static final String STATE = "SHOW GLOBAL STATUS LIKE 'wsrep%'";

  private final ProcessServer server;
  private final List<String> options;

  /**
   * @param options with which it is a member
   */
  GaleraNode(Node node, ProcessServer server, Login admin, List<String> options) {
    super(node, server, admin, DETACHED);
    this.server = server;
    this.options = options;
  }

  ServerPlace place() {
    return server.place();
  }

  /** Starts it as the first of a cluster. */
  void bootstrap() throws TargetException {
    launch(with("--wsrep-new-cluster"));
  }

  /** Starts it on data with a known end position, to receive later transactions from the others. */
  void join() throws TargetException {
    launch(options);
    awaitMember();
  }

  /** Starts it after it was killed: it must first find the end position of its data. */
  void rejoin() throws TargetException {
    launch(with(recovered()));
    awaitMember();
  }

  /** Starts it after it was killed, as the first of a cluster, even if others had later data. */
  void bootstrapAgain(String more) throws TargetException {
    String position = recovered();
    Path saved = place().data().resolve("grastate.dat");
    try {
      String state;
      try (InputStream input = Files.newInputStream(saved, LinkOption.NOFOLLOW_LINKS)) {
        state = new String(input.readAllBytes(), UTF_8);
      }
      Files.writeString(
          saved,
          state.replace("safe_to_bootstrap: 0", "safe_to_bootstrap: 1"),
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new TargetException(node().name() + " cannot begin a cluster: " + e, e);
    }
    launch(with("--wsrep-new-cluster", position, more));
  }

  private String recovered() throws TargetException {
    demandDown();
    // Without the second option it would listen on all addresses, on MariaDB's usual port.
    Matcher recovered =
        RECOVERED.matcher(server.output(with("--wsrep-recover", "--skip-networking")));
    if (!recovered.find()) {
      throw new TargetException(node().name() + " does not say where its data end");
    }
    return "--wsrep-start-position=" + recovered.group(1);
  }

  private List<String> with(String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return all;
  }

  /** Cuts it off from all others, or reconnects it. */
  void isolate(boolean on) throws TargetException {
    connection().execute("SET GLOBAL wsrep_provider_options='gmcast.isolate=" + (on ? 1 : 0) + "'");
  }

  boolean isMember() throws TargetException {
    return isMember(connection().pairs(STATE));
  }

  private static boolean isMember(Map<String, String> state) {
    return "ON".equals(state.get("wsrep_ready"))
        && "Primary".equals(state.get("wsrep_cluster_status"));
  }

  void awaitMember() throws TargetException {
    demand("is not in the primary component", PATIENCE, this::isMember);
  }

  /**
   * Waits until it is a member together with another one: it may not know yet that the others
   * expelled it.
   */
  void awaitMember(GaleraNode other) throws TargetException {
    demand(
        "is not in the component of " + other.node().name(),
        PATIENCE,
        () -> isMember() && view().equals(other.view()));
  }

  private String view() throws TargetException {
    return connection().pairs(STATE).getOrDefault("wsrep_cluster_conf_id", "");
  }

  @Override
  String position() throws TargetException {
    return connection().pairs(STATE).getOrDefault("wsrep_last_committed", "-1");
  }

  @Override
  void awaitApplied(String position, Duration patience) throws TargetException {
    long number = Long.parseLong(position);
    demand("has not applied " + number, patience, () -> Long.parseLong(position()) >= number);
  }

  @Override
  NodeState inspect(NodeConnection over, boolean leads) throws TargetException {
    Map<String, String> state = over.pairs(STATE);
    return inRole(
        !isMember(state) ? Role.STRAY : leads ? Role.PRIMARY : Role.REPLICA,
        List.of(
            String.valueOf(state.get("wsrep_local_state_comment")),
            "component " + state.get("wsrep_cluster_status"),
            "nodes " + state.get("wsrep_cluster_size"),
            "committed " + state.get("wsrep_last_committed")));
  }
}
