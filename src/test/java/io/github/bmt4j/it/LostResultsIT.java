package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.server.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every kind of experiment that cannot store its result: exit code and output are true, and say so.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class LostResultsIT {
  @AutoClose private final Cache cache = Cache.forSignals();

  @ParameterizedTest
  @EnumSource
  void aFullDiskIsReported(ExperimentKind kind) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(Bmt.newFolder("disk"), "12k")) {
      saysWhatIsStored(kind.run(kind.shorter, cache, disk.path()).exits(1), disk.path());
    }
  }

  /** A kind with one part, and one with several; what they do with a failure is seen above. */
  @ParameterizedTest
  @CsvSource({"RUN, --time=2", "STATEMENTS, --repeat=10"})
  void aFolderThatIsRemovedIsReported(ExperimentKind kind, String length) throws IOException {
    Path runs = ExperimentKind.runs();
    try (Running running = kind.start(length, cache, runs)) {
      Await.until("a folder", () -> !Ended.folders(runs).isEmpty());
      // So that it makes no file in it meanwhile, and does not end before.
      running.signal("STOP");
      Folders.delete(runs);
      running.signal("CONT");
      saysWhatIsStored(running.await(), runs);
    }
  }

  /**
   * A small result may be stored where raw files were not: then it gives that as its reason, unless
   * the machine was too busy for its load.
   */
  private static void saysWhatIsStored(Ended ended, Path runs) {
    if (ExperimentKind.lastLine(ended).startsWith("stored")) {
      Result result = ExperimentKind.stored(runs);
      assertThat(result.passed()).isEqualTo(ended.code() == 0);
      assertThat(result.verdict().texts())
          .hasSizeGreaterThanOrEqualTo(ended.code())
          .allMatch(
              reason -> reason.contains("could not be stored") || BusyMachine.isToBlame(reason));
    } else {
      assertThat(ExperimentKind.lastLine(ended)).startsWith("NOT STORED");
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.out()).contains("INVALID", "could not be stored");
    }
  }
}
