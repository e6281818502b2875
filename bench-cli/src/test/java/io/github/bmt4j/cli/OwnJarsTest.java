package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnJarsTest {
  @TempDir Path folder;

  @Test
  void oneThatIsNotThereIsRefused() {
    Path absent = folder.resolve("absent.jar");
    InProcess bmt = with(absent);

    assertThat(bmt.run("list")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err()).isEqualTo("bmt: BMT_CLASSPATH: there is no " + absent + "\n");
  }

  @Test
  void commandsGoOnWithoutOneThatCannotBeRead() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.jar"), "PK");
    InProcess bmt = with(broken);

    assertThat(bmt.run("list")).isEqualTo(ExitCode.VALID);
    assertThat(bmt.out()).contains("oltp_read_write");
    assertThat(bmt.err()).startsWith("WARNING  " + broken + ": it is no jar");
  }

  private static InProcess with(Path jar) {
    return new InProcess(Map.of("BMT_CLASSPATH", jar.toString()));
  }
}
