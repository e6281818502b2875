package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** ALTERs that need more space than there is: file systems in memory. */
class AlterDiskIT {
  private static final int ROWS = 100_000;

  @Test
  void copyThatFillsTheDiskIsAnOutcomeAndLeavesTheTable() throws Exception {
    Path disk = mounted(Files.createTempDirectory("bmt-disk"), "size=300m");
    try (AlterBench bench =
        AlterBench.open(ItServers.embedded(), disk.resolve("data"), "innodb_log_file_size=8M")) {
      AlterOrder order =
          AlterBench.onExisting(
              AlterBench.order(ROWS, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.COPY)));
      bench.prepare(order.job());
      fill(disk, 12 << 20);

      AlterResult result = bench.run(order);

      Alter alter = AlterBench.only(result);
      assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.TABLE_FULL);
      assertThat(alter.ending().code()).isEqualTo(1114);
      assertThat(alter.ending().afterMs()).isPositive();
      assertIntact(bench, result, alter);
    } finally {
      run("umount", "-l", disk.toString());
      Folders.delete(disk);
    }
  }

  @Test
  void sortThatFillsTheFolderOfTemporaryFilesIsAnOutcomeAndLeavesTheTable() throws Exception {
    try (AlterBench bench = AlterBench.open(ItServers.embedded(), null)) {
      AlterOrder order =
          AlterBench.onExisting(
              AlterBench.order(ROWS, List.of(AlterChange.ADD_INDEX), List.of(Algorithm.INPLACE)));
      bench.prepare(order.job());
      Path tmp = mounted(Path.of(Queries.one(bench.target(), "SELECT @@tmpdir")), "size=2m");
      try {
        AlterResult result = bench.run(order);

        Alter alter = AlterBench.only(result);
        assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.NO_SPACE);
        assertThat(alter.ending().code()).isEqualTo(1878);
        assertThat(alter.ending().message()).contains("Temporary file write failure");
        assertThat(bench.warnings).anyMatch(w -> w.contains("of sort files in " + tmp));
        assertThat(alter.notes()).containsAll(bench.warnings);
        assertIntact(bench, result, alter);
      } finally {
        run("umount", "-l", tmp.toString());
      }
    }
  }

  private static void assertIntact(AlterBench bench, AlterResult result, Alter alter) {
    assertThat(alter.changed()).isFalse();
    BusyMachine.atMost(alter.problems(), "%s", alter);
    assertThat(bench.checksums).hasSize(2).containsOnly(bench.checksums.get(0));
    BusyMachine.atMost(result.verdict().reasons(), "%s", result);
  }

  /** Somebody else's file takes all but so many bytes. */
  private static void fill(Path disk, long left) throws IOException {
    byte[] megabyte = new byte[1 << 20];
    try (OutputStream file = Files.newOutputStream(disk.resolve("filler"))) {
      while (Files.getFileStore(disk).getUsableSpace() > left) {
        file.write(megabyte);
      }
    }
  }

  private static Path mounted(Path folder, String size) throws IOException, InterruptedException {
    if (run("mount", "-t", "tmpfs", "-o", size, "tmpfs", folder.toString()) != 0) {
      String line = "LEFT OUT: ALTERs on a full disk, because only root can mount a small one";
      System.err.println("\n" + line + "\n");
      abort(line);
    }
    return folder;
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(List.of(command)).start().waitFor();
    } catch (IOException e) {
      return -1;
    }
  }
}
