package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** MySQL's, from 8.4 on: a position is a set of GTIDs, of which several servers have a part. */
final class MySqlReplication extends NodeReplication {
  /** Server options that bmt sets. */
  static final Set<String> OWN_OPTIONS =
      Set.of(
          "disable-log-bin",
          "enforce-gtid-consistency",
          "gtid-mode",
          "log-replica-updates",
          "log-slave-updates",
          "rpl-semi-sync-replica-enabled",
          "rpl-semi-sync-source-enabled",
          "skip-replica-start",
          "super-read-only");

  private static final Words WORDS =
      new Words("replica", "source", "retrieved_gtid_set", "@@gtid_executed");

  MySqlReplication(NodeConnection connection, Login login, boolean semiSync) {
    super(WORDS, connection, login, semiSync);
  }

  /**
   * Refuses servers with other statements.
   *
   * @throws BadInputException when they are older than 8.4
   */
  static void demandSupport(ServerBinaries binaries) {
    if (!binaries.version().isMariaDb() && !binaries.version().atLeast(8, 4)) {
      throw new BadInputException(
          "MySQL 8.4 or later is needed for a cluster, and "
              + binaries.server()
              + " is "
              + binaries.version()
              + ": choose another --target");
    }
  }

  @Override
  List<String> options(boolean waits) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--gtid-mode=ON",
                "--enforce-gtid-consistency=ON",
                "--relay-log-recovery=ON",
                "--skip-replica-start=ON"));
    if (waits) {
      // AFTER_SYNC: a commit that no replica has received is visible on no node.
      options.add("--plugin-load-add=semisync_source.so");
      options.add("--plugin-load-add=semisync_replica.so");
      options.add("--rpl-semi-sync-replica-enabled=ON");
      options.add("--rpl-semi-sync-source-wait-point=AFTER_SYNC");
      options.add("--rpl-semi-sync-source-wait-no-replica=ON");
      options.add("--rpl-semi-sync-source-timeout=3600000");
    }
    return options;
  }

  @Override
  List<String> pointTo(Node source, Login as) {
    return List.of(
        // Not even an administrator adds a transaction that the source lacks.
        "SET GLOBAL super_read_only=ON",
        "CHANGE REPLICATION SOURCE TO SOURCE_HOST="
            + quoted(source.host())
            + ", SOURCE_PORT="
            + source.port()
            + ", SOURCE_USER="
            + quoted(as.user())
            + ", SOURCE_PASSWORD="
            + quoted(as.password().reveal())
            + ", SOURCE_CONNECT_RETRY=1, SOURCE_RETRY_COUNT=86400, SOURCE_SSL=0,"
            + " GET_SOURCE_PUBLIC_KEY=1, SOURCE_AUTO_POSITION=1");
  }

  @Override
  boolean has(String position) throws TargetException {
    return isSubset(quoted(position), "@@gtid_executed");
  }

  @Override
  boolean reaches(String position, Duration patience) throws TargetException {
    return connection()
        .one(
            "SELECT WAIT_FOR_EXECUTED_GTID_SET("
                + quoted(position)
                + ", "
                + patience.toMillis() / 1e3
                + ")",
            patience)
        .equals("0");
  }

  @Override
  boolean isBeyond(String position, String other) throws TargetException {
    return isSubset(quoted(other), quoted(position)) && !isSubset(quoted(position), quoted(other));
  }

  @Override
  String union(String one, String other) {
    return one + (one.isEmpty() || other.isEmpty() ? "" : ",") + other;
  }

  /** A source with another server's identity would not see that the replica has more than it. */
  @Override
  boolean mayFollow(String position) throws TargetException {
    return isSubset("@@gtid_executed", quoted(position));
  }

  private boolean isSubset(String part, String whole) throws TargetException {
    return connection().one("SELECT GTID_SUBSET(" + part + ", " + whole + ")").equals("1");
  }
}
