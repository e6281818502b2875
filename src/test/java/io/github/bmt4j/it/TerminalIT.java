package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The command as a user with a colour terminal sees it: on a pseudo-terminal of Python, which says
 * how wide it is. What is written has no code as text, and no more than a screen's width in a line;
 * something moves at least every 3 s.
 */
@Tag("timing")
class TerminalIT {
  private static final String NARROW = "80";
  private static final String WIDE = "120";

  /**
   * Longest time without output, in turns of 100 ms: those that a busy machine adds do not count.
   */
  private static final int MOST_SILENT_TURNS = 30;

  /** Prints what a command writes to a terminal, and the most turns in a row without output. */
  private static final String TERMINAL =
      """
      import fcntl, os, pty, select, struct, sys, termios
      child, terminal = pty.fork()
      if child == 0:
          fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(sys.argv[1]), 0, 0))
          os.execvp(sys.argv[2], sys.argv[2:])
      silent = longest = 0
      while True:
          if select.select([terminal], [], [], 0.1)[0]:
              silent = 0
              try:
                  read = os.read(terminal, 65536)
              except OSError:
                  break
              sys.stdout.buffer.write(read)
          else:
              silent += 1
              longest = max(longest, silent)
      code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
      print(longest, file=sys.stderr)
      sys.exit(code)
      """;

  private static final String CACHE = " --cache-dir=" + ItServers.cache();
  private static final String LOAD = "run oltp_point_select --table-size=1000 --warmup=0" + CACHE;

  private static final Pattern CLEAR = Pattern.compile("\u001b\\[[0-9]*[AJK]");
  private static final Pattern CODE = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

  /** Lines at the foot, which the terminal cuts where they are too wide. */
  private static final Pattern FOOT =
      Pattern.compile("\u001b\\[\\?7l(.*?)\u001b\\[\\?7h", Pattern.DOTALL);

  /** Lines that users copy: a command, or the path of a file. */
  private static final Pattern COPIED = Pattern.compile("(results|written|stored) .*");

  private static Path script;

  @BeforeAll
  static void writeScript() throws IOException {
    ItServers.python();
    script = Bmt.newFolder("terminal").resolve("terminal.py");
    Files.writeString(script, TERMINAL);
    Bmt.launcher().run("--version").exits(0); // makes the archive of classes
  }

  @Test
  void helpAndRefusals() throws Exception {
    for (String columns : List.of(NARROW, WIDE)) {
      assertThat(onTerminal(columns, "help run", 0)).contains("\u001b[33m--threads");
      onTerminal(columns, "help", 0);
      onTerminal(columns, "failover --help-all", 0);
      onTerminal(columns, "run oltp_insert --clients=4", 2);
    }
  }

  @Test
  void aRunAndItsLiveFoot() throws Exception {
    assertThat(onTerminal(NARROW, LOAD + " --time=4", 0, 1)).contains("transactions/s");
    String live = onTerminal(WIDE, LOAD + " --time=4 --live", 0, 1);
    assertThat(FOOT.matcher(live).results()).isNotEmpty();
  }

  @Test
  void aSeries() throws Exception {
    onTerminal(NARROW, LOAD + " --time=1 --repeat=1 --against=--threads=2", 0, 1);
  }

  @Test
  void aFailover() throws Exception {
    onTerminal(NARROW, "failover --repeat=1 --replicas=1 --settle=2s --deadline=8s" + CACHE, 0, 1);
  }

  /**
   * Runs a command to its end.
   *
   * @param codes exit codes that it may have
   * @return all that it wrote
   */
  private static String onTerminal(String columns, String line, Integer... codes)
      throws IOException, InterruptedException {
    Path folder = Bmt.newFolder("terminal");
    List<String> words = new ArrayList<>(List.of("python3", script.toString(), columns));
    words.add(Path.of("..", "..", "bmt").toString());
    words.addAll(List.of(line.split(" ")));
    ProcessBuilder command = new ProcessBuilder(words);
    command.environment().keySet().removeIf(name -> name.startsWith("BMT_"));
    command.environment().remove("NO_COLOR");
    command.environment().put("TERM", "xterm-256color");
    command.environment().put("BMT_RUNS_DIR", folder.resolve("runs").toString());
    command.redirectInput(Path.of("/dev/null").toFile());
    command.redirectOutput(folder.resolve("out").toFile());
    command.redirectError(folder.resolve("err").toFile());
    int code = command.start().waitFor();
    String out = Files.readString(folder.resolve("out"));
    assertThat(code).as("%s: %s", line, out).isIn((Object[]) codes);
    looksGood(out, Integer.parseInt(columns));
    assertThat(Integer.parseInt(Files.readString(folder.resolve("err")).strip()))
        .as("silence of %s, in turns of 100 ms", line)
        .isLessThanOrEqualTo(MOST_SILENT_TURNS);
    return out;
  }

  private static void looksGood(String out, int columns) {
    assertThat(out).as("a code as text").doesNotContain("\\u00");
    assertThat(FOOT.matcher(out).results().flatMap(TerminalIT::lines))
        .as("lines at the foot")
        .allMatch(text -> text.length() <= columns);
    String lines = CLEAR.matcher(FOOT.matcher(out).replaceAll("")).replaceAll("\r");
    assertThat(CODE.matcher(lines).replaceAll("").split("[\r\n]+", -1))
        .filteredOn(text -> !COPIED.matcher(text).matches())
        .as("lines")
        .allMatch(text -> text.length() <= columns);
  }

  private static Stream<String> lines(MatchResult foot) {
    return CODE.matcher(foot.group(1)).replaceAll("").replace("\r", "").lines();
  }
}
