package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.preflight.ServerSpace.Folder;
import io.github.bmt4j.preflight.SpaceNeed.AlterKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpaceEstimateTest {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  @Test
  void aSortNeedsItsRowsInTmpdirWhenTheBufferDoesNotHoldThem() {
    ServerSpace space = space(500 * MIB, 900 * MIB);
    assertThat(warnings(SpaceNeed.sort(10_000_000, 100, Long.MAX_VALUE), space))
        .containsExactly(
            "the sort needs about 953.7 MiB of sort files in /tmp, where 500.0 MiB are free");
    assertThat(warnings(SpaceNeed.sort(1_000_000, 100, Long.MAX_VALUE), space)).isEmpty();
    assertThat(warnings(SpaceNeed.sort(20_000, 100, Long.MAX_VALUE), space(1, 1))).isEmpty();
    assertThat(warnings(SpaceNeed.sort(21_000, 100, Long.MAX_VALUE), space(1, 1))).hasSize(1);
  }

  @Test
  void aLimitSavesOnlyWhenItsRowsFitTheBuffer() {
    ServerSpace space = space(500 * MIB, 900 * MIB);
    assertThat(warnings(SpaceNeed.sort(10_000_000, 100, 50_000), space)).hasSize(1);
    assertThat(warnings(SpaceNeed.sort(10_000_000, 100, 20_000), space)).isEmpty();
  }

  @Test
  void alterNeedsRoomByItsAlgorithm() {
    ServerSpace space = space(100 * MIB, 900 * MIB);
    assertThat(warnings(SpaceNeed.alter(AlterKind.INSTANT, 90 * GIB, 10 * GIB), space)).isEmpty();
    assertThat(warnings(SpaceNeed.alter(AlterKind.COPY, 700 * MIB, 300 * MIB), space))
        .containsExactly(
            "the ALTER (copy) needs about 1,000.0 MiB of new table and indexes in /data, where"
                + " 900.0 MiB are free");
    assertThat(warnings(SpaceNeed.alter(AlterKind.INPLACE_REBUILD, 700 * MIB, 300 * MIB), space))
        .containsExactly(
            "the ALTER (inplace rebuild) needs about 300.0 MiB of sort files in /tmp, where 100.0"
                + " MiB are free",
            "the ALTER (inplace rebuild) needs about 1,000.0 MiB of new table and indexes in /data,"
                + " where 900.0 MiB are free");
    assertThat(warnings(SpaceNeed.alter(AlterKind.ADD_INDEX, 90 * GIB, 101 * MIB), space))
        .containsExactly(
            "the ALTER (add index) needs about 101.0 MiB of sort files in /tmp, where 100.0 MiB are"
                + " free");
  }

  @Test
  void aBigOnlineAlterIsToldTheLimitOfItsLog() {
    assertThat(
            warnings(SpaceNeed.alter(AlterKind.INPLACE_REBUILD, 2 * GIB, 0), space(GIB, 90 * GIB)))
        .containsExactly(
            "the ALTER (inplace rebuild) notes what others change meanwhile in /tmp, and fails at"
                + " more than 128.0 MiB of it (innodb_online_alter_log_max_size)");
  }

  @Test
  void whatIsNotToldIsSaidForBigNeedsOnly() {
    ServerSpace space = space(null, null);
    assertThat(warnings(SpaceNeed.sort(1_000_000, 100, Long.MAX_VALUE), space)).isEmpty();
    assertThat(warnings(SpaceNeed.sort(29_000_000, 100, Long.MAX_VALUE), space))
        .containsExactly(
            "the sort needs about 2.7 GiB of sort files in /tmp; the server does not report how"
                + " much is free there");
  }

  @Test
  void limitsOfTheServerCountAlsoWithRoomOnDisk() {
    ServerSpace limited =
        new ServerSpace(
            new Folder("/tmp", 90 * GIB),
            new Folder("/tmp", 90 * GIB),
            new Folder("/data", 90 * GIB),
            512 * MIB,
            256 * MIB,
            2_000_000L,
            null);
    assertThat(warnings(SpaceNeed.temporaryTable(GIB), limited))
        .containsExactly(
            "the temporary table needs about 1.0 GiB of temporary tablespace, but"
                + " innodb_temp_data_file_path allows only 512.0 MiB");
    assertThat(warnings(SpaceNeed.sort(4_000_000, 100, Long.MAX_VALUE), limited))
        .containsExactly(
            "the sort needs about 381.5 MiB of sort files, but a session may have only 256.0 MiB");
  }

  @Test
  void everyNeedIsComparedWithItsOwnFolder() {
    ServerSpace space =
        new ServerSpace(
            new Folder("/tmp", 10 * MIB),
            new Folder("/rebuild", 20 * MIB),
            new Folder("/data", 30 * MIB),
            null,
            null,
            2_000_000L,
            null);

    assertThat(warnings(SpaceNeed.sort(1_000_000, 100, Long.MAX_VALUE), space))
        .singleElement()
        .asString()
        .endsWith("in /tmp, where 10.0 MiB are free");
    assertThat(warnings(SpaceNeed.alter(AlterKind.ADD_INDEX, 0, 25 * MIB), space))
        .singleElement()
        .asString()
        .endsWith("in /rebuild, where 20.0 MiB are free");
    assertThat(warnings(SpaceNeed.temporaryTable(31 * MIB), space))
        .containsExactly(
            "the temporary table needs about 31.0 MiB of temporary tablespace in /data, where"
                + " 30.0 MiB are free");
    assertThat(warnings(SpaceNeed.temporaryTable(30 * MIB), space)).isEmpty();
  }

  private static List<String> warnings(SpaceNeed need, ServerSpace space) {
    return SpaceEstimate.warnings(need, space);
  }

  private static ServerSpace space(@Nullable Number tmpFree, @Nullable Number dataFree) {
    Folder tmp = new Folder("/tmp", tmpFree == null ? null : tmpFree.longValue());
    Folder data = new Folder("/data", dataFree == null ? null : dataFree.longValue());
    return new ServerSpace(tmp, tmp, data, null, null, 2_000_000L, 128 * MIB);
  }
}
