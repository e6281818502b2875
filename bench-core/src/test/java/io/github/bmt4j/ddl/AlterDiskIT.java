package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.SmallDisk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ALTERs that need more space than there is: file systems in memory. */
class AlterDiskIT {
  private static final int ROWS = 100_000;

  @TempDir Path folder;

  @Test
  void copyThatFillsTheDiskIsAnOutcomeAndLeavesTheTable() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder, "300m");
        AlterBench bench =
            AlterBench.open(
                ItServers.embedded(), folder.resolve("data"), "innodb_log_file_size=8M")) {
      AlterOrder order =
          AlterBench.onExisting(
              AlterBench.order(ROWS, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.COPY)));
      bench.prepare(order.job());
      disk.fill(12 << 20);

      AlterResult result = bench.run(order);

      Alter alter = AlterBench.only(result);
      assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.TABLE_FULL);
      assertThat(alter.ending().code()).isEqualTo(1114);
      assertThat(alter.ending().afterMs()).isPositive();
      assertIntact(bench, result, alter);
    }
  }

  @Test
  void sortThatFillsTheFolderOfTemporaryFilesIsAnOutcomeAndLeavesTheTable() throws Exception {
    try (AlterBench bench = AlterBench.open(ItServers.embedded(), null)) {
      AlterOrder order =
          AlterBench.onExisting(
              AlterBench.order(ROWS, List.of(AlterChange.ADD_INDEX), List.of(Algorithm.INPLACE)));
      bench.prepare(order.job());
      Path tmp = Path.of(Queries.one(bench.target(), "SELECT @@tmpdir"));
      try (SmallDisk disk = SmallDisk.mount(tmp, "2m")) {
        AlterResult result = bench.run(order);

        Alter alter = AlterBench.only(result);
        assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.NO_SPACE);
        assertThat(alter.ending().code()).isEqualTo(1878);
        assertThat(alter.ending().message()).contains("Temporary file write failure");
        assertThat(bench.warnings).anyMatch(w -> w.contains("of sort files in " + tmp));
        assertThat(alter.notes()).containsAll(bench.warnings);
        assertIntact(bench, result, alter);
      }
    }
  }

  private static void assertIntact(AlterBench bench, AlterResult result, Alter alter) {
    assertThat(alter.changed()).isFalse();
    BusyMachine.atMost(Verdict.of(alter.problems()).texts(), "%s", alter);
    assertThat(bench.checksums).hasSize(2).containsOnly(bench.checksums.get(0));
    BusyMachine.atMost(result.verdict().texts(), "%s", result);
  }
}
