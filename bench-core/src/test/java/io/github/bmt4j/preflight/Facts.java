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
        .with(
            """
            max_connections=151 max_prepared_stmt_count=16382 table_open_cache=2000
            table_definition_cache=400 open_files_limit=20000 thread_handling=one-thread-per-connection
            thread_cache_size=151 read_only=OFF innodb_flush_log_at_trx_commit=1 innodb_doublewrite=ON
            log_bin=OFF innodb_buffer_pool_size=134217728 query_cache_type=OFF query_cache_size=1048576
            auto_increment_increment=1 auto_increment_offset=1 max_allowed_packet=16777216
            performance_schema=OFF innodb_snapshot_isolation=OFF session:max_user_connections=0
            session:transaction_isolation=REPEATABLE-READ session:sql_mode=
            session:character_set_connection=utf8mb4 session:character_set_database=utf8mb4
            status:Threads_connected=1 status:Prepared_stmt_count=0
            """);
  }

  /**
   * Sets variables: {@code name=value}, without one {@code name=-}, or {@code session:name=value}.
   */
  Facts with(String words) {
    for (String word : words.strip().split("\\s+", -1)) {
      String[] sides = word.replaceFirst("^\\w+:", "").split("=", 2);
      String value = sides[1].equals("-") ? null : sides[1];
      if (sides[0].equals("own")) {
        own(Long.parseLong(sides[1]));
      } else if (word.startsWith("session:")) {
        session(sides[0], value);
      } else if (word.startsWith("status:")) {
        status(sides[0], value);
      } else {
        global(sides[0], value);
      }
    }
    return this;
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
    return new ClientFacts(
        new ClientFacts.Limits(20_000L, 60L, 96_000L),
        28_000L,
        "2",
        1L << 30,
        4,
        0.1,
        "performance",
        "tsc",
        new ClientFacts.ClockCheck(25, 20));
  }

  /** The finding about a subject. */
  static CheckFinding about(String subject, List<CheckFinding> findings) {
    return findings.stream()
        .filter(finding -> finding.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing about " + subject + " in " + findings));
  }
}
