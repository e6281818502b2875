package io.github.bmt4j.preflight;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.bytes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings of a server that change what its figures mean. */
final class SettingChecks {
  private SettingChecks() {}

  /**
   * Checks them.
   *
   * @param dataBytes of the run's tables, roughly; absent when it is not known
   * @param packetBytes of the largest statement that loading sends
   */
  static List<CheckFinding> check(
      ServerAnswers server, @Nullable Long dataBytes, long packetBytes) {
    return List.of(
        durability(server),
        bufferPool(server, dataBytes),
        isolation(server),
        queryCache(server),
        idStep(server),
        sqlMode(server),
        charset(server),
        packet(server, packetBytes),
        performanceSchema(server));
  }

  private static CheckFinding durability(ServerAnswers server) {
    String flush = server.global("innodb_flush_log_at_trx_commit");
    String binlog = server.global("log_bin");
    if (flush == null || binlog == null) {
      return CheckFinding.unknown(
          "durability", "the server does not report innodb_flush_log_at_trx_commit");
    }
    String sync = server.global().getOrDefault("sync_binlog", "?");
    String doublewrite = server.global().getOrDefault("innodb_doublewrite", "?");
    String found =
        words(
            "innodb_flush_log_at_trx_commit=%s, innodb_doublewrite=%s, log_bin=%s%s",
            flush, doublewrite, binlog, server.isOn("log_bin") ? ", sync_binlog=" + sync : "");
    boolean durable =
        flush.equals("1")
            && server.isOn("innodb_doublewrite")
            && (!server.isOn("log_bin") || sync.equals("1"));
    return durable
        ? CheckFinding.ok("durability", found)
        : CheckFinding.note(
            "durability",
            found,
            "commits are faster than on a server that loses none in a crash",
            "compare only with the same, or set it as in production");
  }

  private static CheckFinding bufferPool(ServerAnswers server, @Nullable Long dataBytes) {
    String subject = "buffer pool";
    Long pool = server.number("innodb_buffer_pool_size");
    if (pool == null || dataBytes == null) {
      return CheckFinding.unknown(
          subject, "the size of the buffer pool or of the tables is missing");
    }
    String found = words("%s, for about %s of tables", bytes(pool), bytes(dataBytes));
    return CheckFinding.ok(subject, found)
        .noteIf(
            dataBytes > pool,
            "the tables do not fit: the run measures the disk too",
            "raise innodb_buffer_pool_size, unless this is intended");
  }

  private static CheckFinding isolation(ServerAnswers server) {
    String level =
        server
            .session()
            .getOrDefault(
                "transaction_isolation", server.session().getOrDefault("tx_isolation", ""));
    if (level.isEmpty()) {
      return CheckFinding.unknown("isolation", "the server does not report transaction_isolation");
    }
    String snapshot = server.global("innodb_snapshot_isolation");
    String found = level + (snapshot == null ? "" : ", innodb_snapshot_isolation=" + snapshot);
    return CheckFinding.ok("isolation", found)
        .noteIf(
            !level.equals("REPEATABLE-READ"),
            "other locks than under the default REPEATABLE-READ",
            "compare only with the same")
        .noteIf(
            server.isOn("innodb_snapshot_isolation"),
            "a write to a row that changed since the snapshot ends with error 1020, which is"
                + " retried",
            "compare only with the same");
  }

  private static CheckFinding queryCache(ServerAnswers server) {
    String type = server.global("query_cache_type");
    if (type == null) {
      return CheckFinding.ok("query cache", "the server has none");
    }
    Long size = server.number("query_cache_size");
    boolean on = server.isOn("query_cache_type") && (size == null || size > 0);
    return on
        ? CheckFinding.warning(
            "query cache",
            words("query_cache_type=%s, query_cache_size=%,d", type, size == null ? -1 : size),
            "equal statements are answered without being run, and one lock guards the cache",
            "SET GLOBAL query_cache_type=OFF for the time of the run")
        : CheckFinding.ok("query cache", "off");
  }

  private static CheckFinding idStep(ServerAnswers server) {
    String subject = "auto_increment";
    Long step = server.number("auto_increment_increment");
    if (step == null) {
      return CheckFinding.unknown(subject, "the server does not report auto_increment_increment");
    }
    String found =
        words(
            "auto_increment_increment=%d, auto_increment_offset=%s",
            step, server.global().getOrDefault("auto_increment_offset", "?"));
    return step == 1
        ? CheckFinding.ok(subject, found)
        : CheckFinding.note(
            subject,
            found,
            words(
                "tables that sysbench fills here have one id in %d, so that other lookups find"
                    + " nothing; bmt's have all",
                step),
            "prepare tables with " + bmt("prepare"));
  }

  /** The session's {@code sql_mode}; under ORACLE a transaction's {@code BEGIN} is an error. */
  static CheckFinding sqlMode(ServerAnswers server) {
    String mode = server.session().get("sql_mode");
    if (mode == null) {
      return CheckFinding.unknown("sql_mode", "the server does not report it");
    }
    if (mode.contains("ORACLE")) {
      return CheckFinding.error(
          "sql_mode",
          mode.replace(",", ", "),
          "ORACLE has another grammar, in which BEGIN starts a block and no transaction",
          "add sessionVariables=sql_mode='' to the URL");
    }
    if (mode.contains("NO_AUTO_VALUE_ON_ZERO")) {
      return CheckFinding.note(
          "sql_mode",
          mode.replace(",", ", "),
          "oltp_insert and sysbench insert id 0 and expect the next id: every insert but the first"
              + " fails with error 1062",
          "for them, add sessionVariables=sql_mode='' to the URL, or use --auto-inc=off");
    }
    return CheckFinding.ok("sql_mode", mode.isEmpty() ? "empty" : mode.replace(",", ", "));
  }

  private static CheckFinding charset(ServerAnswers server) {
    String connection = server.session().get("character_set_connection");
    String database = server.session().get("character_set_database");
    if (connection == null || database == null) {
      return CheckFinding.unknown("character set", "the server does not report it");
    }
    return CheckFinding.ok(
        "character set",
        words(
            "%s in the connection, %s with %s for new tables",
            connection, database, server.session().getOrDefault("collation_database", "?")));
  }

  private static CheckFinding packet(ServerAnswers server, long packetBytes) {
    Long most = server.number("max_allowed_packet");
    if (most == null) {
      return CheckFinding.unknown("max_allowed_packet", "the server does not report it");
    }
    String found =
        words("%s; loading sends statements of up to %s", bytes(most), bytes(packetBytes));
    return CheckFinding.ok("max_allowed_packet", found)
        .errorIf(
            most < packetBytes,
            "tables cannot be loaded (error 1153)",
            "raise max_allowed_packet to 1M or more");
  }

  private static CheckFinding performanceSchema(ServerAnswers server) {
    String value = server.global("performance_schema");
    if (value == null) {
      return CheckFinding.unknown("performance_schema", "the server has no such setting");
    }
    return CheckFinding.ok("performance_schema", value);
  }
}
