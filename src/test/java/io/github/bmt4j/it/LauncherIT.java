package io.github.bmt4j.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
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
class LauncherIT {
  private static final String SECRET = "S3cr-3t'Wort *";
  private static final Pattern YOUNG =
      Pattern.compile("^option -XX:\\+UseParallelGC\noption -Xmn(\\d+)m\n");
  private static final List<String> SOURCES =
      List.of(
          "pom.xml",
          "bench-core/pom.xml",
          "bench-core/src/main/java/A.java",
          "bench-core/src/main/resources/a.sql",
          "bench-cli/pom.xml",
          "bench-cli/src/main/java/B.java");

  private static final Duration SOON = Duration.ofSeconds(60);

  private Path checkout = Path.of("");
  private Path programs = Path.of("");
  private StandIns standIns = new StandIns(programs);

  @BeforeEach
  void makeCheckout() throws IOException {
    Path folder = Bmt.newFolder("launcher");
    checkout = Files.createDirectories(folder.resolve("a check out"));
    programs = Files.createDirectories(folder.resolve("the programs"));
    standIns = new StandIns(programs);
    for (String source : SOURCES) {
      Files.createDirectories(checkout.resolve(source).getParent());
      Files.writeString(checkout.resolve(source), "");
    }
    Files.createDirectories(checkout.resolve("bench-cli/src/main/dist/bin"));
    for (String script : List.of("bmt", "bench-cli/src/main/dist/bin/bmt")) {
      Files.copy(Path.of("..", "..", script), checkout.resolve(script));
    }
    StandIns.age(checkout, 100);
    standIns.java("openjdk version \"17.0.15\" 2025-04-15");
    standIns.mvn("mkdir -p bench-cli/target; : > bench-cli/target/bmt.jar");
  }

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

  @ParameterizedTest
  @CsvSource({
    "--threads=2, 32",
    "--threads=16, 40",
    "--num_threads=16, 40",
    "--num-threads|16, 40",
    "--threads=4|--threads=x, 32",
    "--threads|1|--threads=0099, 123",
    "'--threads=4,300,8', 256",
    "--threads|1000, 256",
    "--threads=20000, 256",
    "--threads=100000, 32"
  })
  void youngObjectsGetRoomByTheThreads(String line, int megabytes) {
    assertThat(youngMegabytes("JAVA_TOOL_OPTIONS", "-Xmx2g", line.split("\\|")))
        .isEqualTo(megabytes);
  }

  @ParameterizedTest
  @CsvSource({
    "BMT_JAVA_OPTIONS, -Xmx512m, 64",
    "BMT_JAVA_OPTIONS, -Xmx2047M, 255",
    "BMT_JAVA_OPTIONS, -Dx=* -Xmx2g -Xss1m, 256",
    "JAVA_TOOL_OPTIONS, -Xmx1G, 128",
    "JDK_JAVA_OPTIONS, -Xmx524288k, 64",
    "JDK_JAVA_OPTIONS, -Xmx524288K, 64",
    "BMT_JAVA_OPTIONS, -Xmx268435456, 32",
    "BMT_JAVA_OPTIONS, -Xmx2g -Xmx0512m, 64",
    "BMT_JAVA_OPTIONS, -Xmx63m, 8",
    "BMT_JAVA_OPTIONS, -Xmx16m, 8"
  })
  void youngObjectsGetAnEighthOfTheHeapAtMost(String variable, String options, int megabytes) {
    assertThat(youngMegabytes(variable, options, "--threads=1000")).isEqualTo(megabytes);
    assertThat(launcher().with(variable, options).run("--threads=1").exits(0).out())
        .contains("variable BMT_YOUNG=" + megabytes + "\n");
  }

  @Test
  void theLastSizeOfTheHeapCountsAsItDoesForJava() {
    assertThat(
            launcher()
                .with("BMT_JAVA_OPTIONS", "-Xmx512m")
                .with("JDK_JAVA_OPTIONS", "-Xmx1g")
                .with("JAVA_TOOL_OPTIONS", "-Xmx2g")
                .run("--threads=1000")
                .exits(0)
                .out())
        .contains("option -Xmn64m\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Dx=y", "-Xmx", "-Xmxlarge", "-Xmxm"})
  void withoutASizeOfTheHeapTheMemoryOfThisMachineSays(String options) {
    assertThat(youngMegabytes("BMT_JAVA_OPTIONS", options, "--threads=1000")).isBetween(8, 256);
    assertThat(youngMegabytes("BMT_JAVA_OPTIONS", options, "--threads=1")).isBetween(8, 32);
  }

  @ParameterizedTest
  @CsvSource({
    "BMT_JAVA_OPTIONS, -XX:+UseZGC",
    "BMT_JAVA_OPTIONS, -Xmx1g -Xmn8m",
    "JAVA_TOOL_OPTIONS, -XX:+UseG1GC",
    "JDK_JAVA_OPTIONS, -XX:MaxNewSize=8m",
    "JDK_JAVA_OPTIONS, -XX:MaxRAMPercentage=80",
    "JAVA_TOOL_OPTIONS, -XX:InitialRAMPercentage=50",
    "BMT_JAVA_OPTIONS, -XX:MaxHeapSize=1g"
  })
  void whoChoosesACollectorOrASizeGetsIt(String variable, String options) {
    assertThat(launcher().with(variable, options).with("BMT_YOUNG", "9").run("list").exits(0).out())
        .doesNotContain("UseParallelGC", "-Xmn32m", "gc+ergo", "BMT_YOUNG");
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

  /** What it gives to young objects with some options of Java. */
  private int youngMegabytes(String variable, String options, String... words) {
    String out = launcher().with(variable, options).run(words).exits(0).out();
    Matcher matcher = YOUNG.matcher(out);
    assertThat(matcher.find()).as(out).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  private Bmt launcher() {
    return launcher(checkout.resolve("bmt"));
  }

  private Bmt launcher(Path script) {
    return Bmt.launcher(script)
        .with("JAVA_HOME", programs.toString())
        .with("PATH", programs.resolve("bin") + ":" + System.getenv("PATH"));
  }

  /** The words behind the jar. */
  private static List<String> words(Ended ended) {
    return ended.out().lines().filter(l -> l.startsWith("word ")).map(l -> l.substring(5)).toList();
  }
}
