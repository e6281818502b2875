package io.github.bmt4j.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class UserFileTest {
  @TempDir Path folder;

  @Test
  void aTextIsReadAsItIs() throws IOException {
    String text = "\ufeffä 😀\r\n\0";
    Path file = Files.writeString(folder.resolve("x"), text);
    assertThat(UserFile.text(file, "")).isEqualTo(text);
  }

  /** A dump with a BLOB. */
  @Test
  void bytesThatAreNotUtf8AreRefusedWithTheirLineAndTheRemedy() throws IOException {
    Path file = folder.resolve("dump.sql");
    Files.write(file, "a\nb\n'\u00ff\u0000'\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> UserFile.text(file, "dump with --hex-blob"))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            file
                + ": line 3 is not UTF-8: convert the file, as with iconv -f latin1 -t utf-8;"
                + " dump with --hex-blob");
    Files.write(file, new byte[] {'a', (byte) 0xc3});
    assertThatThrownBy(() -> UserFile.text(file, "")).hasMessageContaining("line 1 is not UTF-8");
  }

  @Test
  void whatHasNoEndOrIsNotThereIsRefused() throws Exception {
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> UserFile.text(fifo, ""))
        .isInstanceOf(BadInputException.class)
        .hasMessage(fifo + ": cannot be read: it is not a regular file; name a file");
    assertThatThrownBy(() -> UserFile.text(Path.of("/dev/zero"), ""))
        .hasMessageContaining("not a regular file");
    assertThatThrownBy(() -> UserFile.text(folder, "")).hasMessageContaining("it is a folder");
    assertThatThrownBy(() -> UserFile.text(folder.resolve("none"), ""))
        .hasMessage(folder.resolve("none") + ": cannot be read: there is no such file");
  }
}
