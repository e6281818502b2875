package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MariaDB's: a position is the last GTID of the cluster's one domain. */
final class MariaDbReplication extends NodeReplication {
  /** Server options that bmt sets. */
  static final Set<String> OWN_OPTIONS =
      Set.of(
          "gtid-domain-id",
          "gtid-strict-mode",
          "log-slave-updates",
          "rpl-semi-sync-master-enabled",
          "rpl-semi-sync-slave-enabled",
          "skip-slave-start");

  private static final Words WORDS =
      new Words("slave", "master", "gtid_io_pos", "@@gtid_binlog_pos");
  private static final Pattern SEQUENCE = Pattern.compile("\\d+-\\d+-(\\d+)");

  MariaDbReplication(NodeConnection connection, Login login, boolean semiSync) {
    super(WORDS, connection, login, semiSync);
  }

  @Override
  List<String> options(boolean waits) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--binlog-format=ROW",
                "--log-slave-updates=ON",
                "--gtid-strict-mode=ON",
                "--skip-slave-start"));
    if (waits) {
      // AFTER_SYNC: a commit that no replica has received is visible on no node.
      options.add("--rpl-semi-sync-slave-enabled=ON");
      options.add("--rpl-semi-sync-master-wait-point=AFTER_SYNC");
      options.add("--rpl-semi-sync-master-wait-no-slave=ON");
      options.add("--rpl-semi-sync-master-timeout=3600000");
    }
    return options;
  }

  @Override
  List<String> pointTo(Node source, Login as) {
    return List.of(
        "SET GLOBAL gtid_slave_pos = @@gtid_binlog_pos",
        "CHANGE MASTER TO MASTER_HOST="
            + quoted(source.host())
            + ", MASTER_PORT="
            + source.port()
            + ", MASTER_USER="
            + quoted(as.user())
            + ", MASTER_PASSWORD="
            + quoted(as.password().reveal())
            + ", MASTER_CONNECT_RETRY=1, MASTER_SSL=0, MASTER_USE_GTID=slave_pos");
  }

  @Override
  boolean has(String position) throws TargetException {
    return sequence(connection().one("SELECT @@gtid_slave_pos")) >= sequence(position);
  }

  @Override
  boolean reaches(String position, Duration patience) throws TargetException {
    return connection()
        .one(
            "SELECT MASTER_GTID_WAIT(" + quoted(position) + ", " + patience.toMillis() / 1e3 + ")",
            patience)
        .equals("0");
  }

  @Override
  boolean isBeyond(String position, String other) {
    return sequence(position) > sequence(other);
  }

  @Override
  String union(String one, String other) {
    return isBeyond(one, other) ? one : other;
  }

  /** In strict mode, the source refuses a replica that has what it lacks. */
  @Override
  boolean mayFollow(String position) {
    return true;
  }

  /** The number in a position, such as 105 in {@code 0-1-105}; 0 when it is empty. */
  private static long sequence(String position) {
    Matcher matcher = SEQUENCE.matcher(position);
    long last = 0;
    while (matcher.find()) {
      last = Math.max(last, Long.parseLong(matcher.group(1)));
    }
    return last;
  }
}
