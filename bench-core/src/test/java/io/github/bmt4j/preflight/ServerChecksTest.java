package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.preflight.Doctor.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State and settings of a server, with known facts on either side. */
class ServerChecksTest {
  private static final ReplicaState ALONE = new ReplicaState(List.of(), "");
  private static final Grants ALL = Grants.of(List.of("GRANT ALL PRIVILEGES ON *.* TO `a`@`%`"));
  private static final Grants FEW = Grants.of(List.of("GRANT SELECT, INSERT ON `d`.* TO `a`@`%`"));

  @Test
  void readOnlyServerStopsWritersOnly() {
    Facts readOnly = Facts.ofServer().global("read_only", "ON");
    assertThat(takesWrites(Facts.ofServer(), Facts.need(1, 1), FEW)).isEqualTo(Severity.OK);
    assertThat(takesWrites(readOnly, Facts.need(1, 1), FEW)).isEqualTo(Severity.ERROR);
    assertThat(takesWrites(readOnly, Facts.need(1, 1), null)).isEqualTo(Severity.ERROR);
    assertThat(takesWrites(readOnly, Facts.reading(1), FEW)).isEqualTo(Severity.NOTE);
    assertThat(takesWrites(readOnly, Facts.need(1, 1), ALL)).isEqualTo(Severity.WARNING);
    assertThat(takesWrites(Facts.ofServer().global("read_only", null), Facts.need(1, 1), FEW))
        .isEqualTo(Severity.NOTE);
  }

  @Test
  void superReadOnlyStopsAdministratorsToo() {
    Facts server =
        Facts.ofServer().version("8.4.0").global("read_only", "ON").global("super_read_only", "ON");
    assertThat(takesWrites(server, Facts.need(1, 1), ALL)).isEqualTo(Severity.ERROR);
    Facts aurora = Facts.ofServer().global("innodb_read_only", "ON");
    assertThat(takesWrites(aurora, Facts.need(1, 1), ALL)).isEqualTo(Severity.ERROR);
  }

  @Test
  void rightSuperLiftsReadOnlyBeforeMariaDb1011() {
    Grants superUser = Grants.of(List.of("GRANT SUPER ON *.* TO `a`@`%`"));
    Facts old = Facts.ofServer().version("10.6.20-MariaDB").global("read_only", "ON");
    Facts newer = Facts.ofServer().version("10.11.19-MariaDB").global("read_only", "ON");
    assertThat(takesWrites(old, Facts.need(1, 1), superUser)).isEqualTo(Severity.WARNING);
    assertThat(takesWrites(newer, Facts.need(1, 1), superUser)).isEqualTo(Severity.ERROR);
  }

  @Test
  void replicaIsSaidAndWarnedOfWhereTheRunWrites() {
    ReplicaState replica =
        new ReplicaState(
            List.of(
                source("primary.example", true), source("other.example", false), source("", true)),
            "");
    Finding writing = state("replica", Facts.ofServer(), replica, Facts.need(1, 1));
    assertThat(writing.severity()).isEqualTo(Severity.WARNING);
    assertThat(writing.found())
        .isEqualTo(
            "it follows primary.example, other.example (not replicating now), a server that it does"
                + " not name");
    assertThat(state("replica", Facts.ofServer(), replica, Facts.reading(1)).severity())
        .isEqualTo(Severity.NOTE);
    assertThat(state("replica", Facts.ofServer(), ALONE, Facts.need(1, 1)).severity())
        .isEqualTo(Severity.OK);
    ReplicaState unknown = new ReplicaState(List.of(), "no right");
    assertThat(state("replica", Facts.ofServer(), unknown, Facts.need(1, 1)).found())
        .isEqualTo("unknown: no right");
  }

  @Test
  void nodeOfAClusterThatIsNotReadyIsAnError() {
    Facts node = Facts.ofServer().global("wsrep_on", "ON").status("wsrep_cluster_size", "3");
    assertThat(state("Galera", node, ALONE, Facts.need(1, 1)).found()).startsWith("unknown");
    node.status("wsrep_ready", "ON");
    assertThat(state("Galera", node, ALONE, Facts.need(1, 1)).severity()).isEqualTo(Severity.NOTE);
    node.status("wsrep_ready", "OFF");
    assertThat(state("Galera", node, ALONE, Facts.need(1, 1)).severity()).isEqualTo(Severity.ERROR);
  }

  @Test
  void settingsThatLoseCommitsInACrashAreNoted() {
    assertThat(setting("durability", "log_bin", "OFF")).isEqualTo(Severity.OK);
    assertThat(setting("durability", "innodb_flush_log_at_trx_commit", "2"))
        .isEqualTo(Severity.NOTE);
    assertThat(setting("durability", "innodb_doublewrite", "OFF")).isEqualTo(Severity.NOTE);
    assertThat(setting("durability", "log_bin", "ON")).isEqualTo(Severity.NOTE);
    Facts synced = Facts.ofServer().global("log_bin", "ON").global("sync_binlog", "1");
    assertThat(Facts.about("durability", SettingChecks.check(synced.server(), 1L, 1)).severity())
        .isEqualTo(Severity.OK);
  }

  @Test
  void tablesBiggerThanTheBufferPoolAreNoted() {
    ServerAnswers server = Facts.ofServer().server();
    assertThat(buffer(server, 134217728L).severity()).isEqualTo(Severity.OK);
    assertThat(buffer(server, 134217729L).severity()).isEqualTo(Severity.NOTE);
    assertThat(buffer(server, null).found()).startsWith("unknown");
  }

  @Test
  void queryCacheCountsOnlyWithMemory() {
    assertThat(setting("query cache", "query_cache_type", "ON")).isEqualTo(Severity.WARNING);
    assertThat(setting("query cache", "query_cache_type", null)).isEqualTo(Severity.OK);
    Facts empty = Facts.ofServer().global("query_cache_type", "ON").global("query_cache_size", "0");
    assertThat(Facts.about("query cache", SettingChecks.check(empty.server(), 1L, 1)).severity())
        .isEqualTo(Severity.OK);
  }

  @Test
  void otherSettingsHaveTwoSides() {
    assertThat(setting("auto_increment", "auto_increment_increment", "1")).isEqualTo(Severity.OK);
    assertThat(setting("auto_increment", "auto_increment_increment", "3")).isEqualTo(Severity.NOTE);
    assertThat(setting("max_allowed_packet", "max_allowed_packet", "1000")).isEqualTo(Severity.OK);
    assertThat(setting("max_allowed_packet", "max_allowed_packet", "999"))
        .isEqualTo(Severity.ERROR);
    assertThat(setting("isolation", "innodb_snapshot_isolation", "ON")).isEqualTo(Severity.NOTE);
    assertThat(setting("isolation", "innodb_snapshot_isolation", "OFF")).isEqualTo(Severity.OK);
    Facts committed = Facts.ofServer().session("transaction_isolation", "READ-COMMITTED");
    assertThat(Facts.about("isolation", SettingChecks.check(committed.server(), 1L, 1)).severity())
        .isEqualTo(Severity.NOTE);
    Facts zero = Facts.ofServer().session("sql_mode", "NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES");
    assertThat(Facts.about("sql_mode", SettingChecks.check(zero.server(), 1L, 1)).line())
        .contains("error 1062");
  }

  private static Severity takesWrites(Facts server, Need need, @Nullable Grants grants) {
    return StateChecks.readOnly(server.server(), need, grants).severity();
  }

  private static Finding state(String subject, Facts server, ReplicaState replica, Need need) {
    return Facts.about(subject, StateChecks.check(server.server(), need, FEW, replica));
  }

  private static Severity setting(String subject, String variable, @Nullable String value) {
    Facts server = Facts.ofServer().global(variable, value);
    return Facts.about(subject, SettingChecks.check(server.server(), 1L, 1_000)).severity();
  }

  private static Finding buffer(ServerAnswers server, @Nullable Long bytes) {
    return Facts.about("buffer pool", SettingChecks.check(server, bytes, 1));
  }

  private static ReplicaState.Source source(String host, boolean applies) {
    return new ReplicaState.Source(host, 1, true, applies, "", null, "");
  }
}
