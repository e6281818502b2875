package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The end of a program that started another one, as installers start servers. */
@DisabledOnOs(OS.WINDOWS)
class ServerProcessTest {
  private static final String STUBBORN = "trap '' TERM; ";
  private static final String WITH_CHILD = "sleep 100 & echo $! > child; wait; sleep 100";

  @TempDir Path temp;

  @Test
  void aProgramThatTakesTooLongEndsWithWhatItStarted() throws Exception {
    try (ServerProcess process = process()) {
      assertThatThrownBy(() -> process.runToEnd(shell(WITH_CHILD), temp, 1))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("did not end within 1 s");
      assertThat(isAlive(child())).isFalse();
    }
  }

  @Test
  void aProgramThatIsAskedToEndEndsWithWhatItStarted() throws Exception {
    try (ServerProcess process = process()) {
      Process started = process.start(shell(WITH_CHILD), temp);
      long child = child();
      process.end(10);
      assertThat(started.isAlive()).isFalse();
      assertThat(isAlive(child)).isFalse();
    }
  }

  @Test
  void aProgramThatIsKilledEndsWithWhatItStarted() throws Exception {
    try (ServerProcess process = process()) {
      Process started = process.start(shell(STUBBORN + WITH_CHILD), temp);
      long child = child();
      process.end(1);
      assertThat(started.isAlive()).isFalse();
      assertThat(isAlive(child)).isFalse();
    }
  }

  @Test
  void aProgramHasAFolderOfItsOwnForTemporaryFiles() throws Exception {
    try (ServerProcess process = process()) {
      process.runToEnd(shell("echo \"$TMPDIR\" > where"), temp, 10);
      assertThat(temp.resolve("where")).hasContent(temp.resolve("tmp").toString());
    }
  }

  private ServerProcess process() {
    return new ServerProcess(new ServerPlace(temp));
  }

  private static List<String> shell(String script) {
    return List.of("sh", "-c", script);
  }

  /** The number of the process that the script started. */
  private long child() throws Exception {
    Path file = temp.resolve("child");
    for (int poll = 0; poll < 500; poll++) {
      if (Files.exists(file) && Files.readString(file).endsWith("\n")) {
        return Long.parseLong(Files.readString(file).strip());
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError("the script did not start");
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }
}
