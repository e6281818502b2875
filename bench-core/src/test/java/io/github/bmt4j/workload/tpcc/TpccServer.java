package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server with one loaded warehouse of TPC-C, and a second one without orders, which is there to
 * supply lines and to have customers who pay elsewhere.
 */
final class TpccServer {
  static final long SEED = 17;

  /** Of servers that load a warehouse: their pool holds it, and a commit waits for no disk. */
  static final List<String> FAST =
      List.of(
          "innodb_buffer_pool_size=512M",
          "innodb_log_file_size=256M",
          "innodb_flush_log_at_trx_commit=2");

  private static final TpccWorkload TPCC = new TpccWorkload();

  private static final Map<TargetSpec, TpccServer> OPEN = new HashMap<>();

  private final Server server;

  /** Of the tables, when nothing has been written since it was read. */
  private @Nullable TpccState known;

  /** The one that all tests of this JVM use; it ends with the JVM. */
  static synchronized TpccServer shared(TargetSpec target) throws Exception {
    TpccServer open = OPEN.get(target);
    if (open == null) {
      open = new TpccServer(target);
      OPEN.put(target, open);
    }
    return open;
  }

  private TpccServer(TargetSpec target) throws Exception {
    server = ItServers.open(target, TpccServer.FAST);
    new TablePreparer(connector(), Progress.SILENT, new StopSignal())
        .prepare(TPCC.tables(params(), 1), 2);
    Queries.execute(
        server.target(),
        copied(
            "warehouse1",
            "2, w_name, w_street_1, w_street_2, w_city, w_state, w_zip, w_tax, w_ytd"),
        copied(
            "district1",
            "d_id, 2, d_name, d_street_1, d_street_2, d_city, d_state, d_zip, d_tax, d_ytd,"
                + " d_next_o_id"),
        copied(
            "customer1",
            "c_id, c_d_id, 2, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state,"
                + " c_zip, c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance,"
                + " c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_data"),
        copied(
            "stock1",
            "s_i_id, 2, s_quantity, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05,"
                + " s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10, s_ytd, s_order_cnt,"
                + " s_remote_cnt, s_data"));
    try (Connection connection = connector().connect()) {
      TPCC.prepare(connection, params("--calls=procedures"));
    }
  }

  private static String copied(String table, String columns) {
    return "INSERT INTO " + table + " SELECT " + columns + " FROM " + table;
  }

  static Params params(String... words) {
    return TpccOptionsTest.params(words);
  }

  private Connector connector() {
    return connector(PsMode.AUTO);
  }

  private Connector connector(PsMode psMode) {
    return new Connector(server.target(), psMode, 200);
  }

  /** A connection as the load has it. */
  Connection connect(Params params) throws SQLException {
    return connect(params, PsMode.AUTO);
  }

  /** The same whose statements go in this way. */
  Connection connect(Params params, PsMode psMode) throws SQLException {
    return connector(psMode).sending(TPCC.connectionSql(params)).connect();
  }

  /** Waits until another session waits for a lock of this one, 20 s at most. */
  void awaitWaiter(Statement holder) throws SQLException {
    String waits =
        "SELECT COUNT(*) FROM information_schema.INNODB_LOCK_WAITS JOIN"
            + " information_schema.INNODB_TRX ON trx_id = blocking_trx_id WHERE"
            + " trx_mysql_thread_id = "
            + Sql.number(holder.getConnection(), "SELECT CONNECTION_ID()");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    try (Connection watch = connector().connect()) {
      while (Sql.number(watch, waits) == 0) {
        assertThat(System.nanoTime()).isLessThan(end);
        // Asked more often than ten times a second, MariaDB answers what it did the first time.
        LockSupport.parkNanos(150_000_000);
      }
    }
  }

  /** Returns the state of the tables and forgets it, because the caller will change them. */
  TpccState takeState(Connection connection) throws SQLException {
    TpccState state = known;
    forgetState();
    return state == null ? TpccState.read(connection) : state;
  }

  /** Keeps the state that the tables are known to be in, for the next test. */
  void keepState(TpccState state) {
    known = state;
  }

  /** Something else is to be written. */
  void forgetState() {
    known = null;
  }

  static Session session(Params params) {
    return TPCC.newSession(new SessionContext(params, 0, 1, SEED));
  }

  /** How many statements a session has sent, as the server counts them. */
  static Map<String, Long> counted(Connection connection) throws SQLException {
    return Sql.numbers(
        connection,
        "SHOW SESSION STATUS WHERE Variable_name IN ('Com_select', 'Com_insert', 'Com_update',"
            + " 'Com_delete', 'Com_begin', 'Com_commit', 'Com_rollback')");
  }
}
