package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.workload.HeavyStatement.Kind;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpillJudgementTest {
  private static final ServerProduct MARIADB = ServerProduct.mariaDb(11, 4);
  private static final ServerProduct MYSQL = new ServerProduct(Flavor.MYSQL, 9, 7, 0);
  private static final ServerProduct OLD_MYSQL = new ServerProduct(Flavor.MYSQL, 5, 7, 0);

  private final Map<String, Long> session =
      new HashMap<>(Map.of("Sort_merge_passes", 0L, "Created_tmp_disk_tables", 0L));
  private final Map<String, Long> server = new HashMap<>(Map.of("Created_tmp_files", 0L));

  @Test
  void isMemoryWhenEveryWayToDiskIsKnownNotToHaveBeenTaken() {
    StatementEvidence evidence = judge(MARIADB);
    assertThat(evidence.place()).isEqualTo(Place.MEMORY);
    assertThat(evidence.reasons())
        .containsExactly(
            "no sort merge pass, no internal temporary table on disk, no temporary file");
    assertThat(evidence.counters()).isEmpty();
    assertThat(evidence.sortMergePasses()).isZero();
    assertThat(judge(OLD_MYSQL).place()).isEqualTo(Place.MEMORY);
  }

  @Test
  void isSpilledByOneMergePassOrOneTableOnDisk() {
    session.put("Sort_merge_passes", 1L);
    assertThat(judge(MARIADB).place()).isEqualTo(Place.SPILLED);
    assertThat(judge(MARIADB).reasons()).containsExactly("1 sort merge pass");
    session.put("Created_tmp_disk_tables", 2L);
    assertThat(judge(MARIADB).reasons())
        .containsExactly("1 sort merge pass", "2 internal temporary tables on disk");
  }

  @Test
  void filesOfTheServerAreTheStatementsOnlyWhenItWasAlone() {
    server.put("Created_tmp_files", 2L);
    assertThat(judge(MARIADB).place()).isNull();
    assertThat(judge(MARIADB).reasons())
        .containsExactly(
            "the server made 2 temporary files meanwhile and does not report for which session");
    session.put("Created_tmp_files", 2L);
    assertThat(judge(MARIADB).place()).isEqualTo(Place.SPILLED);
    assertThat(judge(MARIADB).reasons())
        .containsExactly("2 temporary files, and no other session was active");
  }

  @Test
  void whatMysqlTellsOfTheThreadCountsMoreThanTheServersFiles() {
    server.put("Created_tmp_files", 9L);
    server.put("memory/temptable/physical_disk", 0L);
    session.put("wait/io/file/sql/io_cache", 0L);
    session.put("wait/io/file/sql/hash_join", 0L);
    assertThat(judge(MYSQL).place()).isEqualTo(Place.MEMORY);
    session.put("wait/io/file/sql/hash_join", 1220L);
    assertThat(judge(MYSQL).place()).isEqualTo(Place.SPILLED);
    assertThat(judge(MYSQL).reasons()).containsExactly("1,220 accesses to files of a hash join");
  }

  @Test
  void mappedFilesOfMysqlMustBeKnown() {
    assertThat(judge(MYSQL).place()).isNull();
    assertThat(judge(MYSQL).reasons())
        .containsExactly(
            "the server does not report whether temporary tables were in mapped files");
    server.put("TempTable_count_hit_max_ram", 0L);
    assertThat(judge(MYSQL).place()).isEqualTo(Place.MEMORY);
    server.put("memory/temptable/physical_disk", 3L);
    assertThat(judge(MYSQL).place()).isNull();
    session.put("memory/temptable/physical_disk", 3L);
    assertThat(judge(MYSQL).place()).isEqualTo(Place.SPILLED);
  }

  @Test
  void isAbsentWhenCountersAreMissing() {
    session.remove("Sort_merge_passes");
    server.clear();
    StatementEvidence evidence = judge(MARIADB);
    assertThat(evidence.place()).isNull();
    assertThat(evidence.sortMergePasses()).isNull();
    assertThat(evidence.handlerReads()).isNull();
    assertThat(evidence.rowsExamined()).isNull();
    assertThat(evidence.reasons())
        .containsExactly(
            "the server does not report Sort_merge_passes",
            "the server does not report how many temporary files it made");
  }

  @Test
  void aTemporaryTableLiesInItsTablespaceUnlessItsQuerySpilled() {
    assertThat(judge(MARIADB, Kind.TEMPORARY_TABLE).place()).isEqualTo(Place.TABLESPACE);
    session.put("Sort_merge_passes", 5L);
    assertThat(judge(MARIADB, Kind.TEMPORARY_TABLE).place()).isEqualTo(Place.SPILLED);
  }

  @Test
  void sumsHandlersAndKeepsWhatGrew() {
    session.putAll(
        Map.of(
            "Handler_read_rnd_next", 7L,
            "Handler_read_key", 2L,
            "Handler_write", 0L,
            "Handler_tmp_write", 4L,
            "Handler_tmp_update", 100L,
            "Rows_read", 6L,
            "Created_tmp_tables", 1L));
    server.put("Innodb_data_reads", 3L);
    StatementEvidence evidence =
        SpillJudgement.evidence(MARIADB, Kind.QUERY, session, server, 4096L);
    assertThat(evidence.handlerReads()).isEqualTo(9);
    assertThat(evidence.handlerWrites()).isEqualTo(4);
    assertThat(evidence.rowsExamined()).isEqualTo(6);
    assertThat(evidence.temporaryTables()).isEqualTo(1);
    assertThat(evidence.temporaryBytes()).isEqualTo(4096);
    assertThat(evidence.serverWide()).containsExactly(Map.entry("Innodb_data_reads", 3L));
    assertThat(evidence.counters()).doesNotContainKey("Handler_write").hasSize(6);
  }

  private StatementEvidence judge(ServerProduct kind) {
    return judge(kind, Kind.QUERY);
  }

  private StatementEvidence judge(ServerProduct kind, Kind statement) {
    return SpillJudgement.evidence(kind, statement, session, server, null);
  }
}
