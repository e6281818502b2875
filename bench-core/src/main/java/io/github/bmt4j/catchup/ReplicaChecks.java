package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.preflight.ReplicaState;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Checks whether the user's servers can be used for a catch-up; changes nothing. */
final class ReplicaChecks {
  private ReplicaChecks() {}

  /** Returns true if statements contain {@code REPLICA}: on MySQL since 8.0.22. */
  static boolean hasNewWords(ServerProduct product) {
    return !product.isMariaDb()
        && (product.atLeast(8, 1) || (product.atLeast(8, 0) && product.patch() >= 22));
  }

  /** Length of the longest host name that CHANGE MASTER accepts, in characters. */
  static int longestHost(ServerProduct replica) {
    boolean takesLong =
        replica.isMariaDb()
            ? replica.atLeast(10, 6)
            : replica.atLeast(8, 1) || (replica.atLeast(8, 0) && replica.patch() >= 17);
    return takesLong ? 255 : 60;
  }

  /**
   * Checks servers of the user.
   *
   * @return assignment that continues a {@code SET SESSION} at the replica, so that statements
   *     concern the named connection over which it follows its source; "" where none is needed
   */
  static String check(
      CatchUpOrder order, Target primary, Connection first, Connection second, ServerFacts facts)
      throws SQLException, TargetException {
    ServerProduct product = facts.product();
    for (InetSocketAddress address : JdbcUrl.addresses(primary.url())) {
      checkHost(address.getHostString(), product);
    }
    CatchUpOrder.Outside outside = order.outside();
    if (outside == null || outside.stop() == null || outside.start() == null) {
      Preflight.checkReplicationRights(second, product);
    }
    ReplicaState state = ReplicaState.read(second, product);
    checkState(state, facts.variables().containsKey("aurora_version"));
    long followed = state.sources().get(0).serverId();
    long own = Sql.number(first, "SELECT @@server_id");
    if (followed != own) {
      throw new TargetException(
          words("the replica follows server %d, and --url is server %d", followed, own));
    }
    return product.isMariaDb() ? source(second) : "";
  }

  private static String source(Connection replica) throws SQLException, TargetException {
    Map<String, String> status =
        Sql.rows(replica, "SHOW ALL SLAVES STATUS").stream()
            .findFirst()
            .orElseThrow(() -> new TargetException("the replica follows no server any more"));
    if ("No".equals(status.get("using_gtid"))) {
      throw new TargetException(
          "the replica follows without GTIDs, and the end of a catch-up cannot be waited for:"
              + " STOP SLAVE; CHANGE MASTER TO MASTER_USE_GTID = slave_pos; START SLAVE");
    }
    return ", default_master_connection = '" + status.get("connection_name") + "'";
  }

  static void checkHost(String host, ServerProduct replica) throws TargetException {
    int longest = longestHost(replica);
    if (host.length() > longest) {
      throw new TargetException(
          words(
              "the primary's host name has %d characters, and the replica, %s, takes %d: give the"
                  + " primary a shorter name, such as a CNAME",
              host.length(), replica, longest));
    }
  }

  static void checkState(ReplicaState state, boolean aurora) throws TargetException {
    if (!state.unknown().isEmpty()) {
      throw new TargetException("the state of replication is unknown: " + state.unknown());
    }
    if (state.sources().isEmpty()) {
      throw new TargetException(
          aurora
              ? "catch-up is not applicable: an Aurora replica shares the storage of its primary"
                  + " and applies no binary log"
              : "the replica does not replicate from any server: set up replication first");
    }
    if (state.sources().size() > 1) {
      throw new TargetException("the replica follows several servers, and not one");
    }
    ReplicaState.Source source = state.sources().get(0);
    if (!source.runs()) {
      throw new TargetException(
          "replication does not run: start it first"
              + (source.error().isEmpty() ? "" : " (" + Redacted.text(source.error()) + ")"));
    }
  }
}
