package io.github.bmt4j.server.process;

import static io.github.bmt4j.server.process.ReplicationClusterIT.await;
import static io.github.bmt4j.server.process.ReplicationClusterIT.initFileIsGone;
import static io.github.bmt4j.server.process.ReplicationClusterIT.numbers;
import static io.github.bmt4j.server.process.ReplicationClusterIT.open;
import static io.github.bmt4j.server.process.ReplicationClusterIT.refused;
import static io.github.bmt4j.server.process.ReplicationClusterIT.roles;
import static io.github.bmt4j.server.process.ReplicationClusterIT.rows;
import static io.github.bmt4j.server.process.ReplicationClusterIT.sessionsOfTheApplicationAreKilledAndNoOthers;
import static io.github.bmt4j.server.process.ReplicationClusterIT.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What differs on MySQL from MariaDB's replication, in one cluster for each kind of commit. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
@Timeout(600)
class MySqlReplicationIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(strings = {"local", "container"})
  void aPrimaryIsChangedAsPlannedAndKilledAndItsReturnIsRefusedWhereItHasWhatTheOthersLack(
      String target) throws Exception {
    boolean processes = target.equals("local");
    try (ReplicationCluster lab =
        open(processes ? ItServers::mysql : ItServers::mysqlContainer, 2, false)) {
      assertThat(lab.description()).matches(target + " \\S+.*, a primary and 2 replicas");
      sessionsOfTheApplicationAreKilledAndNoOthers(lab);
      NodeSql.isClosed(lab);
      rowsReachReplicasThatTakeNoWrites(lab);
      aPlannedSwitchoverMakesTheOldPrimaryAReplica(lab);
      aKilledPrimaryReturnsAsAReplica(lab);
      aFrozenReplicaGoesOn(lab);
      whatNoReplicaReceivedIsLostAndKeepsTheOldPrimaryAway(lab);
      whatAReplicaReceivedInPartIsRolledBackAtOnce(lab);
    }
  }

  private static void rowsReachReplicasThatTakeNoWrites(ReplicationCluster lab) throws Exception {
    Node first = lab.nodes().get(0);
    write(lab, first, 1, 3);
    for (Node replica : lab.nodes().subList(1, 3)) {
      lab.awaitCaughtUp(replica, SOON);
      assertThat(rows(lab, replica)).containsExactly(1, 2, 3);
      assertThat(NodeSql.one(lab, replica, "SELECT @@super_read_only")).isEqualTo("1");
      refused(lab, replica, 1290, "INSERT INTO ledger VALUES (4)");
      if (lab.description().startsWith("local")) {
        initFileIsGone(lab, replica);
      }
    }
    assertThat(NodeSql.column(lab, first, "SHOW REPLICAS")).containsExactlyInAnyOrder("2", "3");
    refused(lab, first, 1227, "SET GLOBAL read_only = ON");
    lab.readOnly(first, true);
    refused(lab, first, 1290, "INSERT INTO ledger VALUES (4)");
    lab.readOnly(first, false);
  }

  private static void aPlannedSwitchoverMakesTheOldPrimaryAReplica(ReplicationCluster lab)
      throws Exception {
    Node first = lab.nodes().get(0);
    Node second = lab.nodes().get(1);
    lab.readOnly(first, true);
    lab.awaitCaughtUp(second, SOON);
    lab.promote(second);
    write(lab, second, 4, 4);
    lab.awaitCaughtUp(first, SOON);
    assertThat(roles(lab)).containsExactly("replica", "primary", "replica");
    assertThat(rows(lab, first)).containsExactlyElementsOf(numbers(1, 4));
  }

  private static void aKilledPrimaryReturnsAsAReplica(ReplicationCluster lab) throws Exception {
    Node first = lab.nodes().get(0);
    Node second = lab.nodes().get(1);
    Node third = lab.nodes().get(2);
    lab.awaitCaughtUp(third, SOON);
    lab.kill(second);
    assertThat(roles(lab)).containsExactly("replica", "down", "replica");
    lab.promote(lab.mostAdvancedReplica());
    assertThat(lab.primary()).isEqualTo(first);
    write(lab, first, 5, 5);
    lab.rejoin(second);
    lab.awaitCaughtUp(second, SOON);
    lab.awaitCaughtUp(third, SOON);
    assertThat(roles(lab)).containsExactly("primary", "replica", "replica");
    assertThat(rows(lab, second)).containsExactlyElementsOf(numbers(1, 5));
  }

  private static void aFrozenReplicaGoesOn(ReplicationCluster lab) throws Exception {
    Node first = lab.nodes().get(0);
    Node second = lab.nodes().get(1);
    lab.freeze(second);
    assertThat(roles(lab)).containsExactly("primary", "frozen", "replica");
    write(lab, first, 6, 6);
    lab.thaw(second);
    lab.awaitCaughtUp(second, SOON);
    assertThat(rows(lab, second)).containsExactlyElementsOf(numbers(1, 6));
    lab.freeze(second);
    lab.kill(second);
    assertThat(roles(lab)).containsExactly("primary", "down", "replica");
    assertThat(lab.died()).isEmpty();
    lab.rejoin(second);
    lab.awaitCaughtUp(second, SOON);
  }

  /** Each replica stops at another transaction: the most advanced one is a matter of sets. */
  private static void whatNoReplicaReceivedIsLostAndKeepsTheOldPrimaryAway(ReplicationCluster lab)
      throws Exception {
    Node first = lab.nodes().get(0);
    Node second = lab.nodes().get(1);
    Node third = lab.nodes().get(2);
    lab.stopReceiving(second);
    write(lab, first, 7, 7);
    await(() -> rows(lab, third).equals(numbers(1, 7)));
    lab.stopReceiving(third);
    write(lab, first, 8, 9);
    lab.kill(first);
    assertThat(lab.mostAdvancedReplica()).isEqualTo(third);
    lab.promote(third);
    assertThat(rows(lab, third)).containsExactlyElementsOf(numbers(1, 7));
    write(lab, third, 101, 101);
    lab.awaitCaughtUp(second, SOON);
    lab.rejoin(first);
    assertThat(roles(lab)).containsExactly("stray", "replica", "primary");
    assertThat(rows(lab, first)).containsExactlyElementsOf(numbers(1, 9));
    refused(lab, first, 1290, "INSERT INTO ledger VALUES (200)");
  }

  /** MySQL's STOP REPLICA would wait 60 s for the rest of the transaction. */
  private static void whatAReplicaReceivedInPartIsRolledBackAtOnce(ReplicationCluster lab)
      throws Exception {
    Node third = lab.nodes().get(2);
    Node second = lab.nodes().get(1);
    execute(lab, third, "CREATE TABLE large (content LONGBLOB)");
    lab.awaitCaughtUp(second, SOON);
    String[] rows = new String[42];
    Arrays.fill(rows, "INSERT INTO large VALUES (REPEAT('x', 1000000))");
    rows[0] = "BEGIN";
    rows[41] = "COMMIT";
    try (Connection receiver = NodeSql.connect(lab, second, lab.admin())) {
      boolean parted = false;
      for (int tries = 0; !parted && tries < 20; tries++) {
        Sql.execute(receiver, "START REPLICA IO_THREAD");
        CompletableFuture<Void> written =
            CompletableFuture.runAsync(() -> execute(lab, third, rows));
        await(() -> parted(receiver) || written.isDone());
        lab.stopReceiving(second);
        written.get(30, TimeUnit.SECONDS);
        parted = parted(receiver);
      }
      assertThat(parted).isTrue();
      await(() -> isAppliedInPart(receiver));
    }
    lab.kill(third);
    long begin = System.nanoTime();
    lab.promote(second);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    assertThat(NodeSql.one(lab, second, "SELECT COUNT(*) % 40 FROM large")).isEqualTo("0");
    write(lab, second, 102, 102);
  }

  private static void execute(ReplicationCluster lab, Node node, String... statements) {
    try {
      NodeSql.execute(lab, node, lab.application(), statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean parted(Connection replica) throws SQLException {
    return !Sql.text(
            replica,
            "SELECT queueing_transaction FROM performance_schema.replication_connection_status")
        .isEmpty();
  }

  private static boolean isAppliedInPart(Connection replica) throws SQLException {
    return Sql.text(
            replica,
            "SELECT COUNT(*) FROM performance_schema.replication_applier_status_by_coordinator a"
                + " JOIN performance_schema.replication_connection_status r USING (channel_name)"
                + " WHERE a.processing_transaction <> ''"
                + " AND NOT GTID_SUBSET(a.processing_transaction, r.received_transaction_set)")
        .equals("1");
  }

  @Test
  void semiSynchronousReplicationLosesNothingThatWasAcknowledged() throws Exception {
    try (ReplicationCluster lab = open(ItServers::mysql, 2, true)) {
      Node first = lab.nodes().get(0);
      Node second = lab.nodes().get(1);
      Node third = lab.nodes().get(2);
      write(lab, first, 1, 1);
      lab.stopReceiving(second);
      lab.freeze(third);
      Acknowledged acknowledged = new Acknowledged(lab, first);
      try (acknowledged) {
        assertThat(acknowledged.isHeldUp()).isTrue();
        lab.thaw(third);
        acknowledged.await(100);
        lab.kill(first);
      }
      assertThat(lab.mostAdvancedReplica()).isEqualTo(third);
      lab.promote(third);
      assertThat(rows(lab, third)).containsAll(acknowledged.rows());
      // The other one is waited for again.
      assertThat(NodeSql.one(lab, third, "SELECT @@rpl_semi_sync_source_enabled")).isEqualTo("1");
      write(lab, third, -1, -1);
      lab.awaitCaughtUp(second, SOON);
      assertThat(rows(lab, second)).isEqualTo(rows(lab, third));
    }
  }
}
