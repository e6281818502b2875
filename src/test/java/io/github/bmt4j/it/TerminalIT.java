package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
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
class TerminalIT {
  private static final String NARROW = "80";
  private static final String WIDE = "120";

  /**
   * Longest time without output, in turns of 100 ms: those that a busy machine adds do not count.
   */
  private static final int MOST_SILENT_TURNS = 30;

  /**
   * Prints what a command writes to a terminal, and the most turns in a row without output, and the
   * output before those. Types what a file has when it is there.
   */
  private static final String TERMINAL =
      """
      import fcntl, os, pty, select, signal, struct, sys, termios
      columns, typed, *command = sys.argv[1:]
      child, terminal = pty.fork()
      if child == 0:
          fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(columns), 0, 0))
          signal.signal(signal.SIGINT, signal.SIG_DFL)
          os.execvp(command[0], command)
      silent = longest = 0
      last = before = b''
      while True:
          if os.path.exists(typed):
              os.write(terminal, open(typed, 'rb').read())
              os.remove(typed)
          if select.select([terminal], [], [], 0.1)[0]:
              silent = 0
              try:
                  read = os.read(terminal, 65536)
              except OSError:
                  break
              sys.stdout.buffer.write(read)
              last = (last + read)[-60:]
          else:
              silent += 1
              if silent > longest:
                  longest, before = silent, last
      code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
      print(longest, before, file=sys.stderr)
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

  @Tag("timing")
  @Test
  void helpAndRefusals() throws Exception {
    assertThat(onBoth("help run", 0)).allMatch(out -> out.contains("\u001b[33m--threads"));
    onBoth("help", 0);
    onBoth("failover --help-all", 0);
    onBoth("run oltp_insert --clients=4", 2);
  }

  @Tag("timing")
  @Test
  void aRunAndItsLiveFoot() throws Exception {
    String slowly = LOAD + " --think=5ms --time=4";
    Typed live = Typed.start(WIDE, slowly + " --live");
    assertThat(onTerminal(NARROW, slowly, 0, 1)).contains("transactions/s");
    assertThat(FOOT.matcher(live.endNeverSilent(0, 1)).results()).isNotEmpty();
  }

  @Tag("timing")
  @Test
  void aSeries() throws Exception {
    onTerminal(NARROW, LOAD + " --time=1 --repeat=1 --against=--threads=2", 0, 1);
  }

  @Tag("timing")
  @Test
  void aFailover() throws Exception {
    onTerminal(NARROW, "failover --repeat=1 --replicas=1 --settle=2s --deadline=8s" + CACHE, 0, 1);
  }

  /** Characters typed before the question waits for them. */
  @Test
  void aCleanupThatAsks() throws Exception {
    Database database = Servers.EMBEDDED.database();
    database.command().run("prepare", "oltp_point_select", "--table-size=10").exits(0);
    String login = "&user=" + database.user() + "&password=" + database.password();
    String line = "cleanup oltp_point_select --url=" + database.url() + login + CACHE;
    for (String answer : List.of("n", "y")) {
      boolean yes = answer.equals("y");
      Typed command = Typed.start(WIDE, line);
      command.type(answer + "\n");
      assertThat(command.end(yes ? 0 : 2))
          .contains("To be dropped: sbtest1 (10 rows) of database " + database.name() + " on ")
          .contains("Drop them? [y/N] ", yes ? "Dropped 1 table." : "bmt: nothing was dropped");
      assertThat(database.rows("SHOW TABLES")).hasSize(yes ? 0 : 1);
    }
  }

  /** A lock at the replica holds up what is to be applied. */
  @Tag("extended")
  @Test
  void aCatchUpThatCtrlCEndsIsInvalid() throws Exception {
    try (Cluster lab =
        ItServers.open(Topology.cluster(Topology.REPLICATION, 2), ItServers.embedded())) {
      Node replica = lab.nodes().get(1);
      String line =
          String.format(
              "catch-up --rounds=1 --backlog=3 --threads=2 --table-size=1000 --url=%s --replica=%s",
              url(lab, lab.primary()), url(lab, replica));
      Typed command = Typed.start(NARROW, line);
      Await.until("the backlog", () -> !applies(lab, replica));
      try (Connection holder = NodeSql.connect(lab, replica, lab.admin())) {
        Sql.execute(holder, "LOCK TABLES sbtest1 WRITE");
        Await.until("applying", () -> applies(lab, replica));
        Await.pass(Duration.ofSeconds(2));
        command.ctrlC();
        Await.pass(Duration.ofSeconds(1));
      }
      String out = command.end(130);

      assertThat(out)
          .as("its end waits for the replica, which is said")
          .containsSubsequence("round 1", "Waiting for the replica", "INVALID")
          .contains("interrupted after 0 of 1 catch-ups");
      Verdict verdict = new RunStore(command.runs()).read("latest").result().verdict();
      assertThat(verdict.status()).isEqualTo(Verdict.Status.INVALID);
      assertThat(verdict.texts()).contains("interrupted after 0 of 1 catch-ups");
      assertThat(applies(lab, replica)).as("the replica replicates again").isTrue();
    }
  }

  private static String url(Cluster lab, Node node) {
    return lab.url(node)
        + "&user="
        + lab.admin().user()
        + "&password="
        + lab.admin().password().reveal();
  }

  private static boolean applies(Cluster lab, Node node) {
    return lab.status().stream()
        .filter(state -> state.node().equals(node))
        .anyMatch(state -> state.detail().contains("applying Yes"));
  }

  /**
   * Runs a command to its end.
   *
   * @param codes exit codes that it may have
   * @return all that it wrote
   */
  private static String onTerminal(String columns, String line, Integer... codes)
      throws IOException, InterruptedException {
    return Typed.start(columns, line).endNeverSilent(codes);
  }

  /** The same on a narrow terminal and on a wide one, at the same time. */
  private static List<String> onBoth(String line, Integer... codes) throws Exception {
    Typed narrow = Typed.start(NARROW, line);
    Typed wide = Typed.start(WIDE, line);
    return List.of(narrow.endNeverSilent(codes), wide.endNeverSilent(codes));
  }

  /** A command that was typed, and runs. */
  private record Typed(Process process, Path folder, String columns, String line) {
    static Typed start(String columns, String line) throws IOException {
      Path folder = Bmt.newFolder("terminal");
      List<String> words = new ArrayList<>(List.of("python3", script.toString(), columns));
      words.add(folder.resolve("typed").toString());
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
      return new Typed(command.start(), folder, columns, line);
    }

    void ctrlC() throws IOException {
      type("\003");
    }

    void type(String keys) throws IOException {
      Path typing = Files.writeString(folder.resolve("typing"), keys);
      Files.move(typing, folder.resolve("typed"));
    }

    Path runs() {
      return folder.resolve("runs");
    }

    String end(Integer... codes) throws IOException, InterruptedException {
      int code = process.waitFor();
      String out = Files.readString(folder.resolve("out"));
      assertThat(code).as("%s: %s", line, out).isIn((Object[]) codes);
      looksGood(out, Integer.parseInt(columns));
      return out;
    }

    /** The same of one that was never silent. */
    String endNeverSilent(Integer... codes) throws IOException, InterruptedException {
      String out = end(codes);
      String[] silence = Files.readString(folder.resolve("err")).strip().split(" ", 2);
      assertThat(Integer.parseInt(silence[0]))
          .as("silence of %s after %s, in turns of 100 ms", line, silence[1])
          .isLessThanOrEqualTo(MOST_SILENT_TURNS);
      return out;
    }
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
