package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.load.run.RunScenario;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code run --threads knee:<run>}, of stored sweeps. */
class KneeThreadsTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");
  private static final String KNEE = "{\"lowest\": 46, \"highest\": 54, \"tps\": 4800.0}";

  @TempDir Path runs;

  @Test
  void takesTheNumberAndStoresWhereItIsFrom() throws IOException {
    store("sweep", sweep -> sweep.set("knee", json(KNEE)));

    for (String run : new String[] {"latest", "5eed", runs + "/20261127T000000Z-sweep-5eedcafe"}) {
      RunScenario scenario = scenario(run);
      assertThat(scenario.load().threads()).isEqualTo(54);
      assertThat(scenario.load().threadsFrom()).isEqualTo("knee:5eedcafe");
    }
  }

  @Test
  void refusesAResultWithoutAKneeInOneLine() throws IOException {
    store("run", run -> {});
    refuses("5eedcafe is not a search for a knee, as with --threads 1..64");
    store("sweep", sweep -> {});
    refuses("5eedcafe is not a search for a knee, as with --threads 1..64");
    store(
        "sweep",
        sweep -> sweep.set("knee", json("{\"best\": 64, \"noKnee\": \"the rate still grew\"}")));
    refuses("5eedcafe has no knee: the rate still grew");
    store(
        "sweep",
        sweep -> {
          sweep.set("knee", json(KNEE));
          ((ObjectNode) sweep.get("verdict")).put("status", "INVALID").putArray("reasons").add("x");
        });
    refuses("5eedcafe is INVALID, and its knee must not be used");
  }

  private void refuses(String why) {
    assertThatThrownBy(() -> scenario("latest"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--threads=knee:latest: " + why);
  }

  /** What would be measured. */
  private RunScenario scenario(String run) {
    CommandLine all = InProcess.commands("run"::equals);
    RunCommand command =
        (RunCommand)
            all.parseArgs("run", "oltp_insert", "--threads=knee:" + run, "--runs-dir=" + runs)
                .subcommand()
                .commandSpec()
                .userObject();
    return command.wanted(DriverWish.OWN).job().scenario();
  }

  private void store(String sample, Consumer<ObjectNode> change) throws IOException {
    File stored = SAMPLES.resolve(sample).resolve("result.json").toFile();
    ObjectNode result = (ObjectNode) new ObjectMapper().readTree(stored);
    result.put("id", "5eedcafe");
    ((ObjectNode) result.get("verdict")).put("status", "VALID").putArray("reasons");
    change.accept(result);
    Path folder = runs.resolve("20261127T000000Z-sweep-5eedcafe");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("result.json"), result.toString());
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
