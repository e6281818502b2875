package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * What a server says of itself.
 *
 * @param product as decided by the version and the comment of it
 * @param version as the server gives it
 * @param tls "off", or protocol and cipher of the connection that asked
 * @param variables the settings that change results, as the server gives them
 */
public record ServerFacts(
    ServerProduct product, String version, String tls, Map<String, String> variables) {
  private static final String VARIABLES =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN (
        'aria_pagecache_buffer_size', 'aria_used_for_temp_tables', 'aurora_version', 'auto_increment_increment',
        'binlog_format', 'character_set_server', 'collation_server', 'default_tmp_storage_engine',
        'innodb_buffer_pool_load_at_startup', 'innodb_buffer_pool_size', 'innodb_ddl_buffer_size',
        'innodb_ddl_threads', 'innodb_doublewrite', 'innodb_flush_log_at_trx_commit', 'innodb_flush_method',
        'innodb_io_capacity', 'innodb_lock_wait_timeout', 'innodb_log_file_size',
        'innodb_online_alter_log_max_size', 'innodb_page_size', 'innodb_parallel_read_threads',
        'innodb_redo_log_capacity', 'innodb_rollback_on_timeout', 'innodb_snapshot_isolation',
        'innodb_sort_buffer_size', 'innodb_temp_data_file_path', 'innodb_temp_tablespaces_dir', 'innodb_tmpdir',
        'internal_tmp_disk_storage_engine', 'internal_tmp_mem_storage_engine', 'join_buffer_size',
        'join_cache_level', 'log_bin', 'max_allowed_packet', 'max_connections', 'max_execution_time',
        'max_heap_table_size', 'max_length_for_sort_data', 'max_prepared_stmt_count', 'max_statement_time',
        'max_tmp_session_space_usage', 'max_tmp_total_space_usage', 'optimizer_switch', 'performance_schema',
        'query_cache_type', 'read_only', 'read_rnd_buffer_size', 'sort_buffer_size', 'sql_mode', 'sync_binlog',
        'table_open_cache', 'temptable_max_mmap', 'temptable_max_ram', 'temptable_use_mmap', 'thread_handling',
        'tmp_disk_table_size', 'tmp_memory_table_size', 'tmp_table_size', 'tmpdir', 'transaction_isolation',
        'tx_isolation', 'version_comment', 'wsrep_on')
      """;

  public ServerFacts {
    variables = Map.copyOf(variables);
  }

  /** Asks the server. */
  public static ServerFacts read(Connection connection) throws SQLException {
    String version = Sql.text(connection, "SELECT VERSION()");
    Map<String, String> variables = Sql.pairs(connection, VARIABLES);
    ServerProduct product =
        ServerProduct.parse(version, variables.getOrDefault("version_comment", ""));
    return new ServerFacts(product, version, tls(connection), variables);
  }

  /** "off", or protocol and cipher of the connection that asks. */
  static String tls(Connection connection) throws SQLException {
    Map<String, String> ssl =
        Sql.pairs(
            connection, "SHOW SESSION STATUS WHERE Variable_name IN ('Ssl_version', 'Ssl_cipher')");
    String cipher = ssl.getOrDefault("Ssl_cipher", "");
    return cipher.isEmpty() ? "off" : ssl.getOrDefault("Ssl_version", "on") + " " + cipher;
  }
}
