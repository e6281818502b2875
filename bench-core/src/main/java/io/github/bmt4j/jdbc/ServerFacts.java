package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * Facts that a server reports.
 *
 * @param product product, decided by its version and version comment
 * @param tls "off", or protocol and cipher of the asking connection
 * @param variables the settings that change results, as the server gives them
 */
public record ServerFacts(
    String name, ServerProduct product, String version, String tls, Map<String, String> variables) {
  private static final String VARIABLES =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN (
        'aria_pagecache_buffer_size', 'aria_used_for_temp_tables', 'aurora_enhanced_binlog',
        'aurora_parallel_query', 'aurora_version', 'auto_increment_increment', 'binlog_cache_size',
        'binlog_checksum', 'binlog_commit_wait_count', 'binlog_commit_wait_usec', 'binlog_encryption',
        'binlog_format', 'binlog_group_commit_sync_delay', 'binlog_row_image', 'binlog_transaction_compression',
        'character_set_server', 'collation_server', 'default_storage_engine', 'default_tmp_storage_engine',
        'encrypt_binlog', 'general_log', 'gtid_mode', 'innodb_adaptive_flushing', 'innodb_adaptive_hash_index',
        'innodb_autoinc_lock_mode', 'innodb_buffer_pool_instances', 'innodb_buffer_pool_load_at_startup',
        'innodb_buffer_pool_size', 'innodb_change_buffering', 'innodb_checksum_algorithm',
        'innodb_data_file_buffering', 'innodb_data_file_write_through', 'innodb_ddl_buffer_size',
        'innodb_ddl_threads', 'innodb_deadlock_detect', 'innodb_doublewrite', 'innodb_encrypt_log',
        'innodb_encrypt_tables', 'innodb_flush_log_at_trx_commit', 'innodb_flush_method',
        'innodb_flush_neighbors', 'innodb_flush_sync', 'innodb_io_capacity', 'innodb_io_capacity_max',
        'innodb_lock_wait_timeout', 'innodb_log_buffer_size', 'innodb_log_file_buffering',
        'innodb_log_file_mmap', 'innodb_log_file_size', 'innodb_log_file_write_through',
        'innodb_log_files_in_group', 'innodb_log_writer_threads', 'innodb_lru_scan_depth',
        'innodb_max_dirty_pages_pct', 'innodb_max_dirty_pages_pct_lwm', 'innodb_max_purge_lag',
        'innodb_numa_interleave', 'innodb_online_alter_log_max_size', 'innodb_page_cleaners',
        'innodb_page_size', 'innodb_parallel_read_threads', 'innodb_purge_threads', 'innodb_read_io_threads',
        'innodb_redo_log_capacity', 'innodb_redo_log_encrypt', 'innodb_rollback_on_timeout',
        'innodb_snapshot_isolation', 'innodb_sort_buffer_size', 'innodb_spin_wait_delay',
        'innodb_stats_persistent', 'innodb_sync_spin_loops', 'innodb_temp_data_file_path',
        'innodb_temp_tablespaces_dir', 'innodb_thread_concurrency', 'innodb_tmpdir', 'innodb_use_fdatasync',
        'innodb_use_native_aio', 'innodb_write_io_threads', 'internal_tmp_disk_storage_engine',
        'internal_tmp_mem_storage_engine', 'join_buffer_size', 'join_cache_level', 'key_buffer_size',
        'large_pages', 'log_bin', 'log_bin_compress', 'log_output', 'log_replica_updates', 'log_slave_updates',
        'long_query_time', 'max_allowed_packet', 'max_connections', 'max_execution_time', 'max_heap_table_size',
        'max_length_for_sort_data', 'max_prepared_stmt_count', 'max_statement_time',
        'max_tmp_session_space_usage', 'max_tmp_total_space_usage', 'mrr_buffer_size', 'optimizer_search_depth',
        'optimizer_switch', 'optimizer_use_condition_selectivity', 'performance_schema', 'query_cache_size',
        'query_cache_type', 'read_buffer_size', 'read_only', 'read_rnd_buffer_size', 'replica_parallel_workers',
        'replica_preserve_commit_order', 'rpl_semi_sync_master_enabled', 'rpl_semi_sync_master_wait_point',
        'rpl_semi_sync_replica_enabled', 'rpl_semi_sync_slave_enabled', 'rpl_semi_sync_source_enabled',
        'rpl_semi_sync_source_wait_point', 'server_audit_logging', 'skip_name_resolve', 'slave_parallel_mode',
        'slave_parallel_threads', 'slave_parallel_workers', 'slow_query_log', 'sort_buffer_size', 'sql_mode',
        'sync_binlog', 'table_definition_cache', 'table_open_cache', 'table_open_cache_instances',
        'temptable_max_mmap', 'temptable_max_ram', 'temptable_use_mmap', 'thread_cache_size', 'thread_handling',
        'thread_pool_max_threads', 'thread_pool_size', 'thread_pool_stall_limit', 'tmp_disk_table_size',
        'tmp_memory_table_size', 'tmp_table_size', 'tmpdir', 'transaction_isolation', 'tx_isolation',
        'use_stat_tables', 'userstat', 'version_comment', 'wsrep_on', 'wsrep_slave_threads', 'wsrep_sync_wait')
      """;

  public ServerFacts {
    variables = Map.copyOf(variables);
  }

  /** Facts of a MySQL or MariaDB server. */
  public ServerFacts(
      ServerProduct product, String version, String tls, Map<String, String> variables) {
    this(product.flavor().toString(), product, version, tls, variables);
  }

  /** Asks a server of the MySQL family. */
  public static ServerFacts read(Connection connection) throws SQLException {
    String version = Sql.text(connection, "SELECT VERSION()");
    Map<String, String> variables = Sql.pairs(connection, VARIABLES);
    ServerProduct product =
        ServerProduct.parse(version, variables.getOrDefault("version_comment", ""));
    return new ServerFacts(product, version, tls(connection), variables);
  }

  /** "off", or protocol and cipher of the connection that asks. */
  public static String tls(Connection connection) throws SQLException {
    Map<String, String> ssl =
        Sql.pairs(
            connection, "SHOW SESSION STATUS WHERE Variable_name IN ('Ssl_version', 'Ssl_cipher')");
    String cipher = ssl.getOrDefault("Ssl_cipher", "");
    return cipher.isEmpty() ? "off" : ssl.getOrDefault("Ssl_version", "on") + " " + cipher;
  }
}
