package io.github.bmt4j.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.server.Shutdown;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StudyEndTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");

  @TempDir Path folder;

  @Test
  void aScenarioThatOneServerDidNotFinishIsInTheTable() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StudyEnd end = new StudyEnd(context(out), "text");
    end.add(new Part("point-query", List.of(side("old"), side("new")), null));
    end.add(new Part("scan", List.of(side("new")), null));
    end.end("study", folder.resolve("page.html"));

    assertThat(out.toString(UTF_8))
        .contains(": A is old, B is new")
        .containsPattern("\nscan +- +554/s +- +- +- +35.1 µs +no result\n");
  }

  private static Side side(String name) {
    return new Side(name, List.of(new RunStore(SAMPLES).read(SAMPLES.resolve("run").toString())));
  }

  private CommandContext context(ByteArrayOutputStream out) {
    PrintStream stream = new PrintStream(out, true, UTF_8);
    return new CommandContext(
        new Screen(stream, stream, Screen.Terminal.of(Map.of())),
        new Shutdown(),
        new CommandContext.Program(StudyEndTest.class, (any, all) -> new CommandLine(any)),
        false);
  }
}
