package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {
  @TempDir Path temp;

  @Test
  void aProgramIsToldNothingOfWhatTheUserToldUs() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of("PATH", "/bin", "BMT_PASSWORD", "p", "BMT_ARG_1", "q", "BMT_URL", "u"));
    Launch.keepToOurselves(environment);
    assertThat(environment).containsExactly(Map.entry("PATH", "/bin"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aDetachedProgramHasASessionOfItsOwn() throws Exception {
    assumeTrue(Launch.find("setsid", Launch.path()).isPresent(), "no setsid command");
    assumeTrue(Launch.find("ps", Launch.path()).isPresent(), "no ps command");
    List<String> session = List.of("sh", "-c", "ps -o sid= -p $$");
    assertThat(said(Launch.detached(session))).isNotEmpty().isNotEqualTo(said(session));
  }

  @Test
  void aJvmHasOurClassesAndItsOwnOptionsAndArguments() throws Exception {
    List<String> command =
        Launch.jvm(List.of("-Dgreeting=good day"), Greeting.class, List.of("dear reader"));
    assertThat(said(command)).isEqualTo("good day, dear reader");
  }

  /** Its caller's options come last: they may want to see what the JVM says of the archive. */
  @Test
  void aJvmGetsTheArchiveOfClassesAndSaysNothingOfIt() {
    System.setProperty(Launch.ARCHIVE, "/a/classes.jsa");
    try {
      assertThat(Launch.jvm(List.of("-Xlog:cds"), Greeting.class, List.of()))
          .containsSubsequence(
              "-Xlog:cds*=off",
              "-XX:SharedArchiveFile=/a/classes.jsa",
              "-Dbmt.archive=/a/classes.jsa",
              "-Xlog:cds");
    } finally {
      System.clearProperty(Launch.ARCHIVE);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theFirstProgramOfTheNameIsFound() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("a/tool"));
    Path text = Files.createFile(Files.createDirectory(temp.resolve("b")).resolve("tool"));
    Path tool = Files.createFile(Files.createDirectory(temp.resolve("c")).resolve("tool"));
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    List<Path> folders =
        List.of(temp.resolve("nowhere"), temp.resolve("a"), temp.resolve("b"), temp.resolve("c"));
    assertThat(folder).isDirectory();
    assertThat(Files.isExecutable(text)).isFalse();
    assertThat(Launch.find("tool", folders)).contains(tool);
    assertThat(Launch.find("other", folders)).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aProgramThatIsAskedAnswersInTimeOrIsKilled() throws Exception {
    assertThat(Launch.ask(List.of("sh", "-c", "echo no >&2; exit 3"), Duration.ofSeconds(30)))
        .isEqualTo(new Launch.Answer(3, "no\n"));
    Path pid = temp.resolve("pid");
    List<String> hanging = List.of("sh", "-c", "echo $$ > '" + pid + "'; exec sleep 60");
    assertThatThrownBy(() -> Launch.ask(hanging, Duration.ofSeconds(1)))
        .isInstanceOf(IOException.class)
        .hasMessage("it has not ended after 1 s");
    long number = Long.parseLong(Files.readString(pid).strip());
    assertThat(ProcessHandle.of(number).map(ProcessHandle::onExit).map(CompletableFuture::join))
        .satisfiesAnyOf(
            ended -> assertThat(ended).isEmpty(),
            ended -> assertThat(ended.orElseThrow().isAlive()).isFalse());
  }

  /** A program of ours. */
  static final class Greeting {
    private Greeting() {}

    public static void main(String[] arguments) {
      System.out.println(System.getProperty("greeting") + ", " + arguments[0]);
    }
  }

  private static String said(List<String> command) throws IOException {
    Process process = Launch.program(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
