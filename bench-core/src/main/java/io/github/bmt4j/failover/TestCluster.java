package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ServerRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The servers on which trials take place. */
interface TestCluster extends AutoCloseable {
  /** How long to wait for an answer to a statement that takes no time. */
  int READ_MILLIS = 30_000;

  /**
   * Starts the cluster that an order wants, or takes the one that is there.
   *
   * @param id of the run
   * @param work folder for files of its own
   */
  static TestCluster open(FailoverOrder order, String id, Path work, Clock clock, Progress progress)
      throws TargetException {
    if (order.target() instanceof TargetSpec.External cluster) {
      return new ExternalCluster(order, cluster, id, work, clock, progress);
    }
    LabCluster.Plan plan =
        new LabCluster.Plan(
            order.ha(), Fault.byName(order.fault()), order.faultOptions(), order.client());
    Cluster servers =
        ServerRegistry.open(order.topology(), order.target(), order.start(), progress);
    return new LabCluster(plan, servers, work, clock);
  }

  /** The servers in a line. */
  String description();

  /** Makes everything healthy and the tables of a repetition new; the application may begin. */
  void ready(BooleanSupplier stopped) throws TargetException;

  /** What the application does, and where it connects. */
  ProbePlan plan();

  /** Options for the application's JVM. */
  List<String> javaOptions();

  /** The nodes that can be observed; may be empty. */
  List<NodeObserver.Site> sites();

  /** A connection of the application's kind, for facts about server and driver. */
  default Connection connect() throws SQLException {
    return connect(READ_MILLIS);
  }

  /**
   * The same for statements that may take their time.
   *
   * @param answerMillis how long to wait for each answer
   */
  Connection connect(int answerMillis) throws SQLException;

  /**
   * The same to the primary that {@link #settle} found.
   *
   * @throws SQLException also when it found none
   */
  default Connection connectToFinalPrimary(int answerMillis) throws SQLException {
    return connect(answerMillis);
  }

  /** The primary, as the application logs in there. */
  Target target();

  /** Waits until replicas that bmt started have what the primary has. */
  default void awaitReplicas() throws TargetException {}

  /** Reads where the cluster is, over a connection of an application that works by a plan. */
  default Environment environment(ProbePlan plan) throws TargetException {
    try (Connection connection = connect()) {
      String url = plan.connectUrl() == null ? plan.readUrl() : plan.connectUrl();
      return EnvironmentReader.read(
          description(), ServerFacts.read(connection), url == null ? "" : url, "text", connection);
    } catch (SQLException e) {
      throw new TargetException("cannot read the server's settings: " + e.getMessage(), e);
    }
  }

  /** Identity of the primary before the fault, as servers give it. */
  String primary();

  /** What is done to these servers in a trial. */
  Intervention intervention();

  /** The processes of these servers that ended although bmt did not end them, in words. */
  default List<String> died() {
    return List.of();
  }

  /**
   * Mends what can be mended, and reads the ledger of every node that there is.
   *
   * @param writer identity of the server that took the application's last write: the primary where
   *     several servers take writes; "" when no write says so
   */
  Aftermath settle(String writer, BooleanSupplier stopped) throws TargetException;

  /**
   * The servers after a repetition.
   *
   * @param primary identity of the primary; absent when that is not known
   * @param ledgers under the nodes' identities
   * @param writable identities of the servers that took a write just now, as far as that was asked
   */
  record Aftermath(@Nullable String primary, List<LedgerCopy> ledgers, List<String> writable) {}

  @Override
  void close();
}
