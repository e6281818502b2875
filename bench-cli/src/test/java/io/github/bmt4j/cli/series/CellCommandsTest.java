package io.github.bmt4j.cli.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.cli.series.CellCommands.Step;
import io.github.bmt4j.cli.series.Series.Cell;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Shutdown;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands around the cells of a series, executed by the system's shell. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
class CellCommandsTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Shutdown shutdown = new Shutdown();

  @TempDir Path folder;

  CellCommandsTest() {
    shutdown.commandEnded(0);
  }

  @Test
  void surroundEachCell() throws Exception {
    assertThat(run(List.of(note("target"), note("setting")), List.of(note("back")), 0, 0)).isZero();

    assertThat(done())
        .containsExactly("target", "setting", "cell", "back", "target", "setting", "cell", "back");
    assertThat(log()).contains("## 1 of 2\n# before of target a, at most 10s: ", "said target\n");
  }

  @Test
  void aCellWhoseCommandFailsHalfWayIsNotMeasuredAndEndsAllTheSame() throws Exception {
    Step fails = step("before", "echo token=S3CRET1; echo over quota >&2; exit 7", 10);
    int code = run(List.of(note("first"), fails, note("never")), List.of(note("back")), 0);

    assertThat(code).isEqualTo(ExitCode.INVALID);
    assertThat(done()).containsExactly("first", "back");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(
            "INVALID  cell 1 of 1: it was not measured: before of target a ended with 7:"
                + " token=*** over quota\n");
    assertThat(log()).contains("token=***\nover quota\n").doesNotContain("S3CRET1");
  }

  @Test
  void aCommandThatHangsIsEndedAtItsLimit() throws Exception {
    assertThat(run(List.of(step("before", "sleep 60", 1)), List.of(note("back")), 0))
        .isEqualTo(ExitCode.INVALID);

    assertThat(done()).containsExactly("back");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("before of target a did not end within 1 s\n");
  }

  @Test
  void aFailureBehindACellLeavesItsResultAndEndsTheSeries() throws Exception {
    List<Step> after = List.of(step("after", "echo stuck; false", 10));
    assertThat(run(List.of(), after, 0, 0)).isEqualTo(ExitCode.INVALID);

    assertThat(done()).containsExactly("cell");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(
            "ended    cell 1 of 2: after of target a ended with 1: stuck; no further cell was"
                + " measured, because that may have left the servers changed: put them right, then"
                + " start again\n");
  }

  @Test
  void theResultBeginsWithTheFailureThatEndedIt() {
    new StudyEnd(context(), "text").addProblems(List.of("cell 1 of 3: a", "cell 2 of 3: b; no"));

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("\nCommands around cells failed: cell 2 of 3: b; no (and 1 more)\n");
  }

  @Test
  void ctrlCEndsTheCommandBeforeACellAndTheOneBehindItIsExecuted() throws Exception {
    String stop = "touch '" + folder.resolve("running") + "'; sleep 60";
    Thread user =
        new Thread(
            () -> {
              while (!Files.exists(folder.resolve("running"))) {
                Thread.onSpinWait();
              }
              shutdown.stop().give();
            });
    user.start();
    run(List.of(step("before", stop, 60)), List.of(note("back")), 0, 0);
    user.join();

    assertThat(done()).containsExactly("back");
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("INVALID", "WARNING");
  }

  @Test
  void ctrlCDuringACellLeavesOutTheNextCellOnly() throws Exception {
    assertThat(run(List.of(note("to")), List.of(note("back")), 130, 0)).isPositive();

    assertThat(done()).containsExactly("to", "cell", "back");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("stopping the commands after cell 1 of 2 have 30s: bmt waits for them\n");
  }

  /** All commands after a cell together, so that they end before the JVM does. */
  @Test
  void ctrlCDuringACommandAfterACellLeavesAllOfThemAShortTime() throws Exception {
    Path running = folder.resolve("running");
    Path stopped = folder.resolve("stopped");
    String waits =
        "touch '"
            + running
            + "'; until [ -e '"
            + stopped
            + "' ]; do sleep 0.05; done; echo back >> '"
            + file()
            + "'";
    Thread user =
        new Thread(
            () -> {
              while (!Files.exists(running)) {
                Thread.onSpinWait();
              }
              shutdown.stop().give();
              assertThat(stopped.toFile().mkdir()).isTrue();
            });
    user.start();
    List<Step> after =
        List.of(step("after", waits, 60), step("after", "sleep 60", 60), note("never"));
    Optional<String> failure =
        CellCommands.run(
            after,
            new CellCommands.Surroundings(
                context(), List.of(), "1 of 1", folder.resolve("log"), Duration.ofSeconds(3)));
    user.join();

    assertThat(failure).hasValue("after of target a did not end within 3s of Ctrl-C");
    assertThat(done()).containsExactly("back");
  }

  /** A signal to the processes of a terminal does not reach another session. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void ctrlCReachesBmtAndNotTheCommand() throws Exception {
    Step own = step("after", "[ $(ps -o sid= -p $$) -eq $$ ] && echo back >> '" + file() + "'", 10);
    assertThat(run(List.of(), List.of(own), 0)).isZero();

    assertThat(done()).containsExactly("cell", "back");
  }

  private Step note(String word) {
    String command = "echo said " + word + "; echo " + word + " >> '" + file() + "'";
    return step(word.equals("back") ? "after" : "before", command, 10);
  }

  private static Step step(String key, String command, int seconds) {
    return new Step(key, "target a", command, Duration.ofSeconds(seconds));
  }

  /** The exit code 130 of a cell is that of one that the user ended. */
  private int run(List<Step> before, List<Step> after, Integer... codes) throws TargetException {
    Cell part =
        new Cell(List.of("run", "w"), Map.of("target", "a"), new CellCommands(before, after));
    int[] next = new int[1];
    return new Series(
            context(),
            folder.resolve("runs"),
            false,
            false,
            (any, words, place) -> {
              try {
                Files.writeString(
                    file(), "cell\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
              } catch (IOException e) {
                throw new TargetException("not noted", e);
              }
              int code = codes[next[0]++];
              if (code == 130) {
                shutdown.stop().give();
              }
              return code;
            })
        .run(Series.cells(List.of(part), "scenario", "id", codes.length), "bmt", "scenario=id");
  }

  private CommandContext context() {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new CommandContext(
        new Screen(stream, stream, Screen.Terminal.of(Map.of())),
        shutdown,
        new CommandContext.Program(CellCommandsTest.class, (any, all) -> new CommandLine(any)),
        false);
  }

  private Path file() {
    return folder.resolve("done");
  }

  private List<String> done() throws IOException {
    return Files.readAllLines(file());
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("runs").resolve("scenario-id.log"));
  }
}
