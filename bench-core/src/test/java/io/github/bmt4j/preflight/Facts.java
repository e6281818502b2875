package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Facts of a server and client with which nothing is wrong, to change one at a time. */
final class Facts {
  static final Set<String> WRITES = Set.of("SELECT", "INSERT", "UPDATE", "DELETE");

  private final Map<String, String> global = new HashMap<>();
  private final Map<String, String> session = new HashMap<>();
  private final Map<String, String> status = new HashMap<>();
  private String version = "11.4.5-MariaDB";
  private String tls = "off";
  private @Nullable Long own;

  private Facts() {}

  static Facts ofServer() {
    return new Facts()
        .global("max_connections", "151")
        .global("max_prepared_stmt_count", "16382")
        .global("table_open_cache", "2000")
        .global("table_definition_cache", "400")
        .global("open_files_limit", "20000")
        .global("thread_handling", "one-thread-per-connection")
        .global("thread_cache_size", "151")
        .global("read_only", "OFF")
        .global("innodb_flush_log_at_trx_commit", "1")
        .global("innodb_doublewrite", "ON")
        .global("log_bin", "OFF")
        .global("innodb_buffer_pool_size", "134217728")
        .global("query_cache_type", "OFF")
        .global("query_cache_size", "1048576")
        .global("auto_increment_increment", "1")
        .global("auto_increment_offset", "1")
        .global("max_allowed_packet", "16777216")
        .global("performance_schema", "OFF")
        .global("innodb_snapshot_isolation", "OFF")
        .session("max_user_connections", "0")
        .session("transaction_isolation", "REPEATABLE-READ")
        .session("sql_mode", "")
        .session("character_set_connection", "utf8mb4")
        .session("character_set_database", "utf8mb4")
        .status("Threads_connected", "1")
        .status("Prepared_stmt_count", "0");
  }

  Facts global(String variable, @Nullable String value) {
    return put(global, variable, value);
  }

  Facts session(String variable, @Nullable String value) {
    return put(session, variable, value);
  }

  Facts status(String variable, @Nullable String value) {
    return put(status, variable, value);
  }

  Facts version(String other) {
    version = other;
    return this;
  }

  Facts tls(String protocol) {
    tls = protocol;
    return this;
  }

  Facts own(long connections) {
    own = connections;
    return this;
  }

  ServerAnswers server() {
    return new ServerAnswers(
        new ServerFacts(ServerProduct.parse(version, ""), version, tls, Map.of()),
        global,
        session,
        status,
        own);
  }

  private Facts put(Map<String, String> map, String name, @Nullable String value) {
    if (value == null) {
      map.remove(name);
    } else {
      map.put(name, value);
    }
    return this;
  }

  static Need need(int threads, int statements) {
    return new Need(threads, statements, PsMode.AUTO, WRITES, tables(1, 1000));
  }

  static Need reading(int threads) {
    return new Need(threads, 1, PsMode.AUTO, Set.of("SELECT"), tables(1, 1000));
  }

  static Need onTables(int threads, int tables) {
    return new Need(threads, 1, PsMode.AUTO, WRITES, tables(tables, 1000));
  }

  /** sbtest1 and its like. */
  static List<Table> tables(int tables, int rows) {
    return tables(
        "oltp_read_write",
        Map.of("tables", Integer.toString(tables), "table-size", Integer.toString(rows)));
  }

  /** Those of TPC-C. */
  static List<Table> tpcc() {
    return tables("tpcc", Map.of());
  }

  private static List<Table> tables(String name, Map<String, String> words) {
    Workload workload = Catalogue.byName(name);
    return workload.tables(Params.resolve(workload.info(), words), 1);
  }

  static ClientFacts client() {
    return client(20_000L, 96_000L, 28_000L, 1L << 30, 0.1);
  }

  static ClientFacts client(
      @Nullable Long files,
      @Nullable Long threads,
      @Nullable Long ports,
      long heap,
      @Nullable Double load) {
    return new ClientFacts(
        files,
        60L,
        threads,
        ports,
        "2",
        heap,
        4,
        load,
        "performance",
        "tsc",
        new ClientFacts.ClockCheck(25, 20));
  }

  /** The finding about a subject. */
  static Finding about(String subject, List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing about " + subject + " in " + findings));
  }
}
