package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Other programs than bmt, run to their end. */
final class Program {
  private Program() {}

  /** Output of one that ends with exit code 0. */
  static String run(String line, Object... values) throws IOException, InterruptedException {
    return said(new ProcessBuilder(words(line, values)), 0);
  }

  /** Output of one that ends with one of these exit codes. */
  static String said(ProcessBuilder program, Integer... codes)
      throws IOException, InterruptedException {
    Process process = program.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", program.command(), said).isIn((Object[]) codes);
    return said;
  }
}
