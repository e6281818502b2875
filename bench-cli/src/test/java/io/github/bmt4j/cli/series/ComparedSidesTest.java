package io.github.bmt4j.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.RunStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparedSidesTest {
  private static final Path SAMPLES =
      Path.of("../bench-core/src/test/resources/stored-results").toAbsolutePath().normalize();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void aRefusalAtTheEndOfASeriesNamesTheCommandThatCompares() {
    List<Side> sides = sides("run", "run-open");
    assertThat(sides(false).compare(sides)).isEmpty();

    assertThat(bytes.toString(UTF_8))
        .endsWith(
            "see above; bmt compare "
                + sides.get(0).results().get(0).result().id()
                + " "
                + sides.get(1).results().get(0).result().id()
                + " --runs-dir="
                + SAMPLES
                + " --anyway compares them nevertheless\n");
  }

  @Test
  void equalConditionsAreShownOnce() {
    ComparedSides compared = sides(true);
    assertThat(compared.compare(sides("run", "run-open"))).hasSize(1);
    assertThat(bytes.toString(UTF_8)).contains("\ndiffers  scenario.").doesNotContain("as above");
    bytes.reset();
    assertThat(compared.compare(sides("run", "run-open"))).hasSize(1);
    assertThat(bytes.toString(UTF_8)).containsOnlyOnce("differs").contains("\ndiffers  as above\n");
  }

  private ComparedSides sides(boolean anyway) {
    PrintStream stream = new PrintStream(bytes, true, UTF_8);
    Screen screen = new Screen(stream, stream, Screen.Terminal.of(Map.of()));
    return new ComparedSides(screen, "text", anyway, new HashSet<>());
  }

  private static List<Side> sides(String a, String b) {
    RunStore store = new RunStore(SAMPLES);
    return List.of(
        new Side("A", List.of(store.read(SAMPLES.resolve(a).toString()))),
        new Side("B", List.of(store.read(SAMPLES.resolve(b).toString()))));
  }
}
