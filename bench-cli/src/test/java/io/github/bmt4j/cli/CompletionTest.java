package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completion in the shells themselves, and what is installed with it. */
class CompletionTest {
  private static final String LINES =
      """
      bmt fai                      | failover
      bmt run --thr                | --threads
      bmt run oltp_write           | oltp_write_only
      bmt run oltp_read_write --pool | --pool,--pool-size,--pool-property
      bmt run --pool h             | hikari
      bmt lab u                    | up
      bmt preset run aurora        | aurora-local-storage,aurora-tpcc
      bmt failover --fault kill-s  | kill-sessions
      bmt run --verb               | ''
      bmt run --threads            | --threads
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = LINES)
  void bashCompletes(String line, String words) throws Exception {
    Path script = script("bash");
    List<String> typed = List.of(line.split(" "));
    String ask =
        "source "
            + script
            + "; COMP_WORDS=("
            + line
            + "); COMP_CWORD="
            + (typed.size() - 1)
            + "; _complete_bmt 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"";

    assertThat(words(output("bash", "--norc", "-c", ask))).isEqualTo(words);
  }

  @Test
  void bashOffersNoWordWhereAnyNumberMayStand() throws Exception {
    String ask = "; COMP_WORDS=(bmt run --threads ''); COMP_CWORD=3; _complete_bmt 2>/dev/null;";

    String words = "source " + script("bash") + ask + " echo \"${COMPREPLY[*]}\"";

    assertThat(output("bash", "--norc", "-c", words)).isBlank();
  }

  @Test
  void zshTakesItsScript() throws Exception {
    assumeTrue(exists("zsh"), "zsh is not installed");

    assertThat(output("zsh", "-n", script("zsh").toString())).isEmpty();
  }

  @Test
  void hiddenOptionsAreNotOffered() throws Exception {
    assertThat(Files.readString(script("bash"))).doesNotContain("num-threads", "--verbosity");
  }

  @Test
  void zshLoadsItsScriptAsAFunction() throws Exception {
    assertThat(Files.readString(script("zsh")))
        .startsWith("#compdef bmt\n")
        .contains("bashcompinit", "compopt() {")
        .doesNotContain("alias compopt")
        .endsWith("fi\n");
  }

  @Test
  void manPageHasEveryPartOfTheCommandThatIsNotHidden() {
    InProcess bmt = new InProcess(Map.of("BMT_CALLED", "./bmt"));

    assertThat(bmt.run("man", "run")).isZero();

    assertThat(bmt.out())
        .startsWith(".TH \"BMT\\-RUN\" 1 \"\" \"bmt4j")
        .contains(
            ".SH NAME\nbmt\\-run \\- Runs a workload, and shows and stores the result\n",
            "\nUsage: bmt run <workload> [options]\n",
            "\nLoad:\n  \\-\\-threads=<n> ",
            "  \\-\\-by\\-statement[=on|off]",
            "\nExamples:\n  bmt run oltp_read_write \\-\\-threads 16",
            ".SH \"SEE ALSO\"\nbmt(1)\n")
        .doesNotContain("verbosity", "./bmt", "${");
  }

  @Test
  void manReadsPagesWithoutAWarning() throws Exception {
    assumeTrue(exists("man"), "man is not installed");
    assertThat(new InProcess().run("completion", "install", "--share=" + folder)).isZero();
    String ask = "man --warnings -l man/man1/bmt.1 man/man1/bmt-run.1 2>&1 >/dev/null";

    for (String locale : List.of("C", "C.UTF-8")) {
      assertThat(output("sh", "-c", "export MANWIDTH=200 LC_ALL=" + locale + "; " + ask))
          .as(locale)
          .isEmpty();
    }
  }

  @Test
  void allAreInstalledByOneCommand() throws Exception {
    InProcess bmt = new InProcess();

    assertThat(bmt.run("completion", "install", "--share", folder.toString())).isZero();

    assertThat(bmt.out().lines())
        .allMatch(line -> Files.isRegularFile(Path.of(line)))
        .contains(
            folder + "/bash-completion/completions/bmt",
            folder + "/zsh/site-functions/_bmt",
            folder + "/man/man1/bmt.1",
            folder + "/man/man1/bmt-run.1",
            folder + "/man/man1/bmt-lab-up.1");
    assertThat(bmt.err()).contains("fpath+=(" + folder + "/zsh/site-functions)");
  }

  @Test
  void whatCannotBeDoneIsOneLine() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    InProcess bmt = new InProcess();

    assertThat(bmt.run("completion", "tcsh")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.run("completion", "install", "--share=" + file)).isEqualTo(ExitCode.NO_TARGET);

    assertThat(bmt.err().lines())
        .hasSize(2)
        .anyMatch(line -> line.endsWith("tcsh: choose one of bash, zsh, install"))
        .anyMatch(line -> line.startsWith("bmt: " + file + ": the files cannot be written"));
    assertThat(bmt.out()).isEmpty();
  }

  private Path script(String shell) throws IOException {
    InProcess bmt = new InProcess();
    assertThat(bmt.run("completion", shell)).isZero();
    return Files.writeString(folder.resolve("bmt." + shell), bmt.out());
  }

  private static String words(String output) {
    return String.join(",", output.strip().lines().toList());
  }

  private static boolean exists(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private String output(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
