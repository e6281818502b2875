package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Options, statements and words of replication by GTID, which differ between the products. */
enum GtidDialect {
  /** A position is the last GTID of the cluster's one domain. */
  MARIADB(
      "slave",
      "master",
      "gtid_io_pos",
      "@@gtid_binlog_pos",
      "MASTER_GTID_WAIT",
      "SELECT 1 FROM DUAL WHERE FALSE"),
  /** From 8.4 on. A position is a set of GTIDs from one or more servers. */
  MYSQL(
      "replica",
      "source",
      "retrieved_gtid_set",
      "@@gtid_executed",
      "WAIT_FOR_EXECUTED_GTID_SET",
      "SELECT t.processlist_id FROM performance_schema.threads t"
          + " JOIN performance_schema.replication_applier_status_by_coordinator a USING (thread_id)"
          + " JOIN performance_schema.replication_connection_status r USING (channel_name)"
          + " WHERE a.processing_transaction <> ''"
          + " AND NOT GTID_SUBSET(a.processing_transaction, r.received_transaction_set)");

  /** Server options that bmt sets for servers of either product, in a group or not. */
  static final Set<String> OWN_OPTIONS =
      ServerOptions.names(
          "admin-address admin-port admin-ssl-ca admin-ssl-cert admin-ssl-key binlog-format "
              + "disable-log-bin enforce-gtid-consistency "
              + "group-replication-advertise-recovery-endpoints group-replication-bootstrap-group "
              + "group-replication-communication-stack group-replication-group-name "
              + "group-replication-group-seeds group-replication-local-address "
              + "group-replication-recovery-ssl-ca group-replication-recovery-use-ssl "
              + "group-replication-single-primary-mode group-replication-ssl-mode "
              + "group-replication-start-on-boot "
              + "gtid-domain-id gtid-mode gtid-strict-mode log-bin log-replica-updates "
              + "log-slave-updates read-only relay-log report-host report-port "
              + "rpl-semi-sync-master-enabled rpl-semi-sync-replica-enabled "
              + "rpl-semi-sync-slave-enabled rpl-semi-sync-source-enabled server-id skip-log-bin "
              + "skip-replica-start skip-slave-start ssl-ca super-read-only");

  private static final Pattern SEQUENCE = Pattern.compile("\\d+-\\d+-(\\d+)");

  /** Word in {@code SHOW REPLICA STATUS}. */
  final String replica;

  /** Prefix in {@code Source_Host}. */
  final String source;

  /** Column of the replica's status with the position up to which it has received. */
  final String received;

  /** Variable with the position up to which a node has committed. */
  final String executed;

  /** Function that waits until a node has applied a position, for a number of seconds. */
  final String wait;

  /**
   * Query for the thread that applies a transaction of which only a part was received; no row where
   * there is none. MariaDB's STOP needs no such help.
   */
  final String appliesPart;

  GtidDialect(
      String replica,
      String source,
      String received,
      String executed,
      String wait,
      String appliesPart) {
    this.replica = replica;
    this.source = source;
    this.received = received;
    this.executed = executed;
    this.wait = wait;
    this.appliesPart = appliesPart;
  }

  static GtidDialect of(Flavor product) {
    return product == Flavor.MARIADB ? MARIADB : MYSQL;
  }

  /** Statements that point a node without a source to one, and start nothing. */
  List<String> pointTo(Node source, Login as) {
    return this == MARIADB
        ? List.of(
            "SET GLOBAL gtid_slave_pos = @@gtid_binlog_pos",
            "CHANGE MASTER TO " + address(source, as) + ", MASTER_USE_GTID=slave_pos")
        : List.of(
            // Not even an administrator adds a transaction that the source lacks.
            "SET GLOBAL super_read_only=ON",
            "CHANGE REPLICATION SOURCE TO "
                + address(source, as)
                + ", SOURCE_RETRY_COUNT=86400, GET_SOURCE_PUBLIC_KEY=1, SOURCE_AUTO_POSITION=1");
  }

  /** Returns true if a position includes another one. */
  boolean covers(NodeConnection asked, String position, String part) throws TargetException {
    return this == MARIADB
        ? sequence(position) >= sequence(part)
        : asked.one("SELECT GTID_SUBSET('" + part + "', '" + position + "')").equals("1");
  }

  /** Options of a server. */
  List<String> options(Node node, boolean waits) {
    String own =
        this == MARIADB
            ? "--binlog-format=ROW --log-slave-updates=ON --gtid-strict-mode=ON --skip-slave-start"
            : "--gtid-mode=ON --enforce-gtid-consistency=ON --relay-log-recovery=ON"
                + " --skip-replica-start=ON";
    List<String> all = new ArrayList<>(List.of(own.split(" ", -1)));
    all.addAll(
        List.of(
            "--server-id=" + node.serverId(),
            "--report-host=" + node.host(),
            "--log-bin=binlog",
            "--relay-log=relay",
            "--skip-name-resolve"));
    if (waits) {
      if (this == MYSQL) {
        all.addAll(
            List.of(
                "--plugin-load-add=semisync_source.so", "--plugin-load-add=semisync_replica.so"));
      }
      String option = "--rpl-semi-sync-" + source;
      // AFTER_SYNC: a commit that no replica has received is visible on no node.
      all.addAll(
          List.of(
              "--rpl-semi-sync-" + replica + "-enabled=ON",
              option + "-wait-point=AFTER_SYNC",
              option + "-wait-no-" + replica + "=ON",
              option + "-timeout=3600000"));
    }
    return all;
  }

  /** The common part of the statement that points to a source. */
  private String address(Node node, Login as) {
    String statement =
        "%1$s_HOST='%2$s', %1$s_PORT=%3$s, %1$s_USER='%4$s', %1$s_PASSWORD='%5$s',"
            + " %1$s_CONNECT_RETRY=1, %1$s_SSL=0";
    String word = source.toUpperCase(Locale.ROOT);
    return words(statement, word, node.host(), node.port(), as.user(), as.password().reveal());
  }

  /** The highest number in some positions, such as 105 in {@code 0-1-105}; 0 when there is none. */
  private static long sequence(String positions) {
    return SEQUENCE
        .matcher(positions)
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .max()
        .orElse(0);
  }
}
