package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {
  private static final Head HEAD = new Head("0a1b", Instant.parse("2026-11-20T18:51:41Z"));

  @TempDir Path results;

  @Test
  void isNamedByTimeWorkloadAndId() {
    ResultFolder folder = ResultFolder.create(results, "oltp_insert", HEAD, Given.NOTHING);

    assertThat(folder.path().getFileName()).hasToString("20261120T185141Z-oltp_insert-0a1b");
  }

  @Test
  void storesTheResultAsItReadsBack() throws IOException {
    ResultFolder folder = ResultFolder.create(results, "w", HEAD, Given.NOTHING);
    Runner.Outcome<RunResult> stored = folder.store(SampleResult.openLoop());

    assertThat(stored.folder()).isEqualTo(folder.path());
    String json = Files.readString(folder.path().resolve("result.json"));
    assertThat(ResultJson.stored(Path.of(""), json).result()).isEqualTo(SampleResult.openLoop());
    assertThat(folder.path()).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void labelsAndCommandAreStoredNextToTheResultsOwnKeysAndInItsParts() throws IOException {
    Given given = new Given(Map.of("side", "A"), List.of("run", "w"));
    ResultFolder folder = ResultFolder.create(results, "w", HEAD, given);
    folder.store(SampleResult.openLoop());
    ResultFolder part = folder.part("p", HEAD);
    part.store(SampleResult.openLoop());

    for (ResultFolder stored : List.of(folder, part)) {
      RunStore.Stored read = new RunStore(results).read(stored.path().toString());
      assertThat(read.given()).isEqualTo(given);
      assertThat(read.result()).isEqualTo(SampleResult.openLoop());
    }
    assertThat(ResultJson.write(SampleResult.openLoop(), Given.NOTHING))
        .isEqualTo(ResultJson.write(SampleResult.openLoop()));
  }

  @Test
  void aResultThatCannotBeStoredIsInvalidAndNotHalfAFile() throws IOException {
    ResultFolder folder = ResultFolder.create(results, "w", HEAD, Given.NOTHING);
    Path inTheWay = Files.createDirectory(folder.path().resolve("result.json.part"));
    Files.createFile(inTheWay.resolve("file"));
    Runner.Outcome<RunResult> stored = folder.store(SampleResult.openLoop());

    assertThat(stored.folder()).isNull();
    assertThat(stored.result().verdict().valid()).isFalse();
    assertThat(stored.result().verdict().texts())
        .first()
        .asString()
        .startsWith("the result could not be stored: ");
    assertThat(stored.result().totals()).isEqualTo(SampleResult.openLoop().totals());
    assertThat(folder.path().resolve("result.json")).doesNotExist();
  }

  /** Their names differ in a random id only. */
  @Test
  void theLatestOfOneSecondIsTheOneThatBeganLast() {
    store("0000", "2026-11-20T18:51:41.900Z");
    store("ffff", "2026-11-20T18:51:41Z");
    store("eeee", "2026-11-20T18:51:41.100Z");

    RunStore store = new RunStore(results);
    assertThat(List.of("latest", "latest~1", "latest~2"))
        .extracting(run -> store.read(run).folder().getFileName().toString())
        .containsExactly(
            "20261120T185141Z-w-0000", "20261120T185141Z-w-eeee", "20261120T185141Z-w-ffff");
  }

  private void store(String id, String startedAt) {
    Head head = new Head(id, Instant.parse(startedAt));
    RunResult result =
        Made.like(SampleResult.openLoop()).set("startedAt", head.startedAt()).record();
    ResultFolder.create(results, "w", head, Given.NOTHING).store(result);
  }

  @Test
  void aFolderThatCannotBeMadeIsBadInput() throws IOException {
    Path file = Files.createFile(results.resolve("file"));

    assertThatThrownBy(() -> ResultFolder.create(file, "w", HEAD, Given.NOTHING))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("results cannot be stored in " + file);
  }
}
