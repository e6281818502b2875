package io.github.bmt4j.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher script in a checkout of its own, with stand-ins for Maven and Java that say how they
 * were called.
 */
@Execution(ExecutionMode.CONCURRENT)
class LauncherIT extends LauncherCheckout {
  private static final String SECRET = "S3cr-3t'Wort *";
  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void buildsOnceAndAgainAfterAnyChange() throws IOException {
    assertThat(builds()).isTrue();
    assertThat(builds()).isFalse();
    for (String source : SOURCES) {
      StandIns.age(checkout, 100);
      Files.setLastModifiedTime(checkout.resolve(source), FileTime.from(Instant.now()));
      assertThat(builds()).as(source).isTrue();
      StandIns.age(checkout, 50);
      assertThat(builds()).isFalse();
    }
  }

  @Test
  void javaKnowsHowWideTheTerminalIs() throws IOException {
    standIns.program(
        "java",
        "[ \"$*\" != -version ] || { echo 'openjdk version \"17.0.1\"' >&2; exit; }\n"
            + "echo \"columns ${COLUMNS:-} terminal ${BMT_TERMINAL:-} ${BMT_TERMINAL_OUT:-}\"");
    standIns.program(
        "in-terminal",
        "script -qec \"stty cols 97 rows 24; '" + checkout + "/bmt' list\" /dev/null");

    assertThat(launch("list").exits(0).out()).contains("columns  terminal  ");
    // The mark that this left is removed by a command, after which bash has a width of its own.
    assertThat(launcher(programs.resolve("bin/in-terminal")).run().exits(0).out())
        .contains("columns 97 terminal 1 1");
  }

  @Test
  void buildsAgainWhatAnInterruptedBuildLeft() throws IOException {
    standIns.mvn("mkdir -p bench-cli/target; echo half > bench-cli/target/bmt.jar; exit 1");
    assertThat(launch("list").exits(3).err()).contains("bmt: the build failed");
    standIns.mvn("exit 130"); // as Java ends by Ctrl-C
    assertThat(launch("list").exits(3).err()).endsWith("\nbmt: stopped while building\n");
    standIns.mvn("[ -e bench-cli/target/bmt.jar ] || echo whole > bench-cli/target/bmt.jar");
    assertThat(builds()).isTrue();
    assertThat(checkout.resolve("bench-cli/target/bmt.jar")).hasContent("whole");
    assertThat(builds()).isFalse();
    try (var left = Files.list(checkout.resolve("bench-cli/target"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .filteredOn(name -> !name.startsWith("run."))
          .containsExactlyInAnyOrder("bmt.jar", "bmt.stamp");
    }
  }

  @Test
  void twoAtOnceBuildOnce() throws IOException {
    standIns.mvn(
        "echo built >> built; for wait in $(seq 600); do [ -e go ] || sleep 0.1; done;"
            + " mkdir -p bench-cli/target; : > bench-cli/target/bmt.jar");
    Path lock = checkout.resolve("bench-cli/target/bmt.lock");
    try (Running first = launcher().start("list");
        Running second = launcher().start("list")) {
      Await.until("a build", () -> Files.exists(checkout.resolve("built")));
      long builder = Long.parseLong(Files.readSymbolicLink(lock).toString());
      (builder == first.pid() ? second : first).awaitMessage("Another bmt .* builds bmt4j: .*");
      Files.createFile(checkout.resolve("go"));
      String said = first.await(SOON).exits(0).err() + second.await(SOON).exits(0).err();
      assertThat(said).containsOnlyOnce("Building").containsOnlyOnce("Another bmt (process");
    }
    assertThat(Files.readAllLines(checkout.resolve("built"))).hasSize(1);
    assertThat(lock).doesNotExist();
  }

  @Test
  void aClockRunsInATerminalWhileItBuildsOrWaitsForAnotherBuild() throws IOException {
    standIns.mvn(
        "echo built >> built; sleep 4; mkdir -p bench-cli/target; : > bench-cli/target/bmt.jar");
    standIns.program("in-terminal", "script -qec \"'" + checkout + "/bmt' list\" /dev/null");
    Bmt terminal = launcher(programs.resolve("bin/in-terminal"));
    String built;
    String waited;
    try (Running first = terminal.start()) {
      Await.until("a build", () -> Files.exists(checkout.resolve("built")));
      try (Running second = terminal.start()) {
        waited = second.await(SOON).exits(0).out();
      }
      built = first.await(SOON).exits(0).out();
    }
    assertThat(built).containsSubsequence(clock("Building bmt4j"));
    assertThat(waited).containsSubsequence(clock("Waiting"));

    StandIns.age(checkout, 100);
    Files.setLastModifiedTime(checkout.resolve("pom.xml"), FileTime.from(Instant.now()));
    Ended elsewhere = launch("list").exits(0);
    assertThat(elsewhere.err()).contains("Building bmt4j; ").doesNotContain("\r");
  }

  /** Its parts, and then the output of the command, over which it does not go on. */
  private static List<String> clock(String words) {
    return List.of("\r" + words + ", 1 s ", "\r\u001b[K", "called ");
  }

  @Test
  void lockOfAKilledBuildIsNotWaitedFor() throws IOException {
    Files.createDirectories(checkout.resolve("bench-cli/target"));
    Files.createSymbolicLink(checkout.resolve("bench-cli/target/bmt.lock"), Path.of("999999999"));
    standIns.mvn(
        "echo built >> built; sleep 2; mkdir -p bench-cli/target; : >"
            + " bench-cli/target/bmt.jar");
    try (Running first = launcher().start("list");
        Running second = launcher().start("list")) {
      first.await(SOON).exits(0);
      second.await(SOON).exits(0);
    }
    assertThat(Files.readAllLines(checkout.resolve("built"))).hasSize(1);
    assertThat(builds()).isFalse();
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaidAtOnce() throws IOException {
    Files.writeString(checkout.resolve("bench-cli/target"), "a file");
    assertThat(launch("list").exits(3).err())
        .hasLineCount(1)
        .contains("nothing can be written to ")
        .contains("bench-cli/target");
  }

  @Test
  void aBuildLeavesTheJarThatRuns() throws IOException {
    // The mark of an ended process in a build is another user's: it stays.
    standIns.program("rm", "case \"$*\" in *used.*) exit 1;; esac; exec /bin/rm \"$@\"");
    standIns.program(
        "java",
        """
        if [ "$*" = -version ]; then echo 'openjdk version "17"' >&2; exit; fi
        for jar; do case $jar in */bmt.jar:*) jar="${jar%%:*}"; break;; esac; done
        [ -z "$BMT_HELD" ] || echo ready
        for wait in $(seq 600); do [ -e "$BMT_HELD" ] || break; sleep 0.1; done
        cat "$jar"
        """);
    standIns.mvn("mkdir -p bench-cli/target; date +%N > bench-cli/target/bmt.jar");
    String built = launch("list").exits(0).out();
    Path held = Files.createFile(checkout.resolve("held"));
    try (Running running = launcher().with("BMT_HELD", held.toString()).start("run")) {
      running.awaitOutput("ready");
      for (int i = 0; i < 3; i++) {
        Files.setLastModifiedTime(checkout.resolve("pom.xml"), FileTime.from(Instant.now()));
        assertThat(launch("list").exits(0).out()).isNotEqualTo(built);
      }
      Files.delete(held);
      assertThat(running.await(SOON).exits(0).out()).isEqualTo("ready\n" + built);
    }
  }

  /**
   * Whoever can guess the number of the next process has its mark point to a file of its user's.
   */
  @Test
  void aMarkThatIsALinkIsNotFollowed() throws IOException {
    launch("list").exits(0);
    Path thesis = Files.writeString(checkout.resolve("thesis.tex"), "important");
    standIns.program(
        "as-the-next",
        "cd '"
            + checkout
            + "'; for run in bench-cli/target/run.*; do ln -s $PWD/thesis.tex $run/used.$$; done;"
            + " exec ./bmt list");
    launcher(programs.resolve("bin/as-the-next")).run().exits(0);
    assertThat(thesis).hasContent("important");
  }

  @Test
  void javaThatFailsForAnotherReasonSaysIt() throws IOException {
    standIns.program(
        "java", "echo 'Error occurred during initialization of VM' >&2; echo Too small; exit 1");
    assertThat(launch("list").exits(3).err())
        .contains("exit code 1: ", "Error occurred during initialization of VM", "Too small");
  }

  @Test
  void buildsAgainWhatWasEditedDuringTheBuild() throws IOException {
    standIns.mvn(
        "sleep 0.05; echo edited > pom.xml; sleep 0.05;"
            + " mkdir -p bench-cli/target; : > bench-cli/target/bmt.jar");
    assertThat(builds()).isTrue();
    standIns.mvn(": > bench-cli/target/bmt.jar");
    assertThat(builds()).isTrue();
    assertThat(builds()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'java version \"1.8.0_292\"',is older",
    "'openjdk version \"11.0.2\" 2019-01-15',is older",
    "'Unable to locate a Java Runtime.',Java is needed",
  })
  void saysInOneLineThatJavaIsTooOld(String version, String said) throws IOException {
    standIns.java(version);
    Ended ended = launch("list").exits(3);
    assertThat(ended.err().lines()).singleElement().asString().contains("bmt: ", "17", said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openjdk version \"17\" 2021-09-14", "java version \"25-ea\" 2025"})
  void takesJavaThatIsNewEnough(String version) throws IOException {
    standIns.java("Picked up JAVA_TOOL_OPTIONS: -Dx=y\n" + version);
    launch("list").exits(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--password|SECRET|--x",
        "--password=SECRET|--x",
        "--mysql-password|SECRET",
        "--mysql_password|SECRET",
        "--mysql_password=SECRET",
        "--url|SECRET|--url=SECRET",
        "--password|--mysql_password|SECRET",
        "--password|-SECRET|--x",
        "-h|db|-pSECRET|--x",
        "--stop-command=SECRET|--x",
        "--start_command|SECRET",
        "--pasword=SECRET|--x",
        "--Passwort|SECRET",
        "--paswd=SECRET",
        "--mysql-pw=SECRET",
        "--api-token|SECRET",
        "--define=password=SECRET",
        "--define|secret=SECRET",
        "--ulr=jdbc:mariadb://h/d?x=SECRET",
        "jdbc:mariadb://u:SECRET@h/d",
      })
  void hidesSecretsHoweverTheyAreGiven(String line) {
    String[] words = line.replace("SECRET", SECRET).split("\\|");
    Ended ended = launch(words).exits(0);
    assertThat(words(ended))
        .allMatch(word -> !word.contains(SECRET))
        .hasSameSizeAs(words)
        .anyMatch(word -> word.matches("(--[a-z_-]+=)?BMT_ARG_1"));
    assertThat(ended.out()).contains("variable BMT_ARG_1=");
  }

  /** It takes minutes, in which other users could read the command. */
  @Test
  void aSecretIsHiddenBeforeTheFirstBuild() throws IOException {
    standIns.mvn(
        "ps -ww -o args= -p $PPID > seen; mkdir -p bench-cli/target; : > bench-cli/target/bmt.jar");

    assertThat(launch("list", "--password=" + SECRET).exits(0).out()).contains(SECRET);
    assertThat(checkout.resolve("seen")).content().contains("BMT_ARG_1").doesNotContain("S3cr");
  }

  @Test
  void secretsInOptionsOfJavaAreHidden() {
    String property = "-Djavax.net.ssl.trustStorePassword=";
    Ended ended = launcher().with("BMT_JAVA_OPTIONS", property + "S3CRET -Xmx1g").run().exits(0);

    assertThat(ended.out())
        .contains("option " + property + "BMT_PROPERTY_1\noption -Xmx1g\n")
        .doesNotContain("S3CRET");
  }

  @Test
  void leavesOtherWordsAsTheyAre() {
    String[] words = {"list", "a b", "", "*", "--user=u", "--url-x=y", "--password"};
    assertThat(words(launch(words).exits(0))).containsExactly(words);
  }

  @Test
  void splitsTheOptionsOfJavaAtSpacesAndTakesNoPatterns() {
    Ended ended = launcher().with("BMT_JAVA_OPTIONS", "-Xmx1g  -Dx=* /*").run("list").exits(0);
    assertThat(ended.out()).contains("option -Xmx1g\noption -Dx=*\noption /*\noption -cp\n");
  }

  @Test
  void mayBeCalledByALink() throws IOException {
    Path elsewhere = Files.createDirectories(programs.resolve("bin"));
    Files.createSymbolicLink(checkout.resolve("second"), Path.of("bmt"));
    Path link = elsewhere.resolve("bmt");
    Files.createSymbolicLink(link, Path.of("../../a check out/second"));
    assertThat(words(launcher(link).run("list").exits(0))).containsExactly("list");
  }

  @Test
  void saysHowItWasCalled() throws IOException {
    assertThat(launch("list").exits(0).out()).contains("called bmt\n");
    ProcessBuilder relative = new ProcessBuilder("./bmt", "list").directory(checkout.toFile());
    relative.environment().put("JAVA_HOME", programs.toString());
    assertThat(new String(relative.start().getInputStream().readAllBytes(), UTF_8))
        .contains("called ./bmt\n");
  }

  /** Neither on the time of the program, which a copy changes, nor on how a time is printed. */
  @Test
  void theNameOfTheClassArchiveDependsOnTheProgramAlone() throws IOException {
    Path home = Path.of(System.getProperty("java.home"));
    Path java = programs.resolve("bin/java");
    Files.copy(
        home.resolve("bin/java"),
        java,
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    for (String folder : List.of("lib", "conf")) {
      Files.createSymbolicLink(programs.resolve(folder), home.resolve(folder));
    }
    for (String zone : List.of("UTC", "Asia/Tokyo")) {
      launcher().with("TZ", zone).run("list");
      Files.setLastModifiedTime(java, FileTime.from(Instant.now()));
    }
    try (var known = Files.newDirectoryStream(checkout.resolve("bench-cli/target"), "java.*")) {
      assertThat(known).hasSize(1);
    }
  }

  @Test
  void aCloneWithTheLineEndsOfWindowsStarts() throws IOException {
    Path top = Path.of("..", "..").toRealPath();
    assumeTrue(Files.exists(top.resolve(".git")), "this is no checkout of Git");
    Path clone = checkout.resolveSibling("clone");
    standIns.program(
        "clone",
        "git clone -q -c core.autocrlf=true --depth=1 'file://" + top + "' '" + clone + "'");
    launcher(programs.resolve("bin/clone")).run().exits(0);

    assertThat(words(launcher(clone.resolve("bmt")).run("list").exits(0))).containsExactly("list");
    standIns.program("ends", "git -C '" + clone + "' ls-files --eol | grep w/crlf");
    assertThat(launcher(programs.resolve("bin/ends")).run().exits(0).out().lines())
        .singleElement()
        .asString()
        .endsWith("bmt.cmd");
  }

  private boolean builds() {
    return launch("list").exits(0).err().contains("Building");
  }

  private Ended launch(String... words) {
    return launcher().run(words);
  }

  /** Java reads words and names by it; an empty one is not set. */
  @ParameterizedTest
  @CsvSource({
    "'', '', '', LC_CTYPE=C.UTF-8",
    "C, '', '', LC_ALL=C.UTF-8",
    "POSIX, '', en_US.UTF-8, LC_ALL=C.UTF-8",
    "'', C, '', LC_CTYPE=C.UTF-8",
    "'', UTF-8, '', LC_CTYPE=C.UTF-8",
    "'', '', xx_XX.utf8, LC_CTYPE=C.UTF-8",
    "'', '', C.UTF-8, ''",
    "C.UTF-8, C, C, LC_ALL=C.UTF-8",
    "xx_XX, '', '', LC_ALL=xx_XX",
  })
  void aLocaleWithoutLettersIsReplaced(String all, String type, String lang, String expected) {
    Ended ended =
        launcher().with("LC_ALL", all).with("LC_CTYPE", type).with("LANG", lang).run("ü").exits(0);
    List<String> set =
        ended.out().lines().filter(line -> line.matches("variable LC_(ALL|CTYPE)=.+")).toList();
    if (expected.isEmpty()) {
      assertThat(set).isEmpty();
    } else {
      assertThat(set).contains("variable " + expected);
    }
    assertThat(ended.err()).doesNotContain("C.UTF-8");
  }

  /** The words behind the jar. */
  private static List<String> words(Ended ended) {
    return ended.out().lines().filter(l -> l.startsWith("word ")).map(l -> l.substring(5)).toList();
  }
}
