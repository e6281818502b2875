package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One node of a Galera cluster. It is a member while it is in the primary component, and ready. */
final class GaleraNode extends ClusterNode {
  private static final int POLL_MS = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration STATUS_PATIENCE = Duration.ofSeconds(1);
  private static final Pattern RECOVERED =
      Pattern.compile("Recovered position: ([0-9a-f-]+:-?\\d+)");

  /** Lets bmt's own connections read while the node is no member. */
  private static final String DETACHED = "&sessionVariables=wsrep_dirty_reads=ON";

  private static final String STATE =
      Map.of(
              "ready", "WSREP_READY",
              "component", "WSREP_CLUSTER_STATUS",
              "state", "WSREP_LOCAL_STATE_COMMENT",
              "size", "WSREP_CLUSTER_SIZE",
              "committed", "WSREP_LAST_COMMITTED")
          .entrySet()
          .stream()
          .map(
              name ->
                  "MAX(IF(VARIABLE_NAME = '"
                      + name.getValue()
                      + "', VARIABLE_VALUE, '')) AS "
                      + name.getKey())
          .collect(Collectors.joining(", ", "SELECT ", " FROM information_schema.GLOBAL_STATUS"));

  private final List<String> options;

  /**
   * A node that is not started yet.
   *
   * @param options with which it is a member
   */
  GaleraNode(Node node, ProcessServer server, Login admin, List<String> options) {
    super(node, server, admin, DETACHED);
    this.options = options;
  }

  /** Starts it as the first of a cluster. */
  void bootstrap(String... more) throws TargetException {
    List<String> all = new ArrayList<>(options);
    all.add("--wsrep-new-cluster");
    all.addAll(List.of(more));
    launch(all);
  }

  /** Starts it on the data that it has, to get from the others what they lack. */
  void join() throws TargetException {
    launch(options);
    awaitMember();
  }

  /** The same after it was killed: then it does not know where its data end. */
  void rejoin() throws TargetException {
    List<String> all = new ArrayList<>(options);
    all.add(position());
    launch(all);
    awaitMember();
  }

  /** The same as the first of a cluster, whether or not others had later data. */
  void bootstrapAgain(String more) throws TargetException {
    String position = position();
    Path saved = place().data().resolve("grastate.dat");
    try {
      Files.writeString(
          saved, Files.readString(saved).replace("safe_to_bootstrap: 0", "safe_to_bootstrap: 1"));
    } catch (IOException e) {
      throw new TargetException(node().name() + " cannot begin a cluster: " + e, e);
    }
    bootstrap(position, more);
  }

  private String position() throws TargetException {
    demandDown();
    List<String> all = new ArrayList<>(options);
    all.add("--wsrep-recover");
    Matcher recovered = RECOVERED.matcher(output(all));
    if (!recovered.find()) {
      throw new TargetException(node().name() + " does not say where its data end");
    }
    return "--wsrep-start-position=" + recovered.group(1);
  }

  /** Cuts it off from all others, or no longer. */
  void isolate(boolean on) throws TargetException {
    connection().execute("SET GLOBAL wsrep_provider_options='gmcast.isolate=" + (on ? 1 : 0) + "'");
  }

  boolean isMember() throws TargetException {
    return isMember(connection().row(STATE));
  }

  private static boolean isMember(Map<String, String> state) {
    return "ON".equals(state.get("ready")) && "Primary".equals(state.get("component"));
  }

  void awaitMember() throws TargetException {
    await(GaleraNode::isMember, PATIENCE, "is not in the primary component");
  }

  /** The number of the last transaction that it has applied. */
  long committed() throws TargetException {
    return committed(connection().row(STATE));
  }

  private static long committed(Map<String, String> state) {
    String last = state.getOrDefault("committed", "");
    return last.isEmpty() ? -1 : Long.parseLong(last);
  }

  /** Waits until it has applied a transaction. */
  void awaitCommitted(long number, Duration patience) throws TargetException {
    await(state -> committed(state) >= number, patience, "has not applied " + number);
  }

  private void await(Predicate<Map<String, String>> goal, Duration patience, String otherwise)
      throws TargetException {
    String last = "";
    try {
      for (long poll = 0; poll < patience.toMillis() / POLL_MS && isRunning(); poll++) {
        try {
          if (goal.test(connection().row(STATE))) {
            return;
          }
          last = "";
        } catch (TargetException e) {
          // A node that joins the others closes the connections of its clients.
          last = ": " + e.getMessage();
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted", e);
    }
    throw new TargetException(
        node().name() + " " + otherwise + " within " + patience.toMillis() / 1e3 + " s" + last);
  }

  /**
   * Its state, asked over a connection of its own that does not wait for long.
   *
   * @param leads whether the application is sent to it
   */
  NodeState inspect(boolean leads) {
    try (NodeConnection connection = connection(STATUS_PATIENCE)) {
      Map<String, String> state = connection.row(STATE);
      Role role = !isMember(state) ? Role.STRAY : leads ? Role.PRIMARY : Role.REPLICA;
      List<String> details =
          List.of(
              String.valueOf(state.get("state")),
              "component " + state.get("component"),
              "nodes " + state.get("size"),
              "committed " + state.get("committed"));
      return new NodeState(node(), role, String.join(", ", details));
    } catch (TargetException e) {
      return new NodeState(node(), Role.UNKNOWN, "does not answer: " + e.getMessage());
    }
  }
}
