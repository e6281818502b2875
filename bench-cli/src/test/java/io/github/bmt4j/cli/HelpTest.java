package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.Catalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The help of all commands: its width, its sections, and the options that it names. */
class HelpTest {
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*[a-z]");

  /** Words that stand for several options. */
  private static final List<String> PATTERNS = List.of("--mysql");

  /** Each command, as it is typed after {@code bmt}. */
  static Stream<String> commands() {
    return ManPage.commands(InProcess.commands()).stream()
        .map(command -> command.getCommandSpec().qualifiedName())
        .filter(name -> name.contains(" "))
        .map(name -> name.split(" ", 2)[1]);
  }

  /** The words that ask for the whole help of each command, bmt itself first. */
  static Stream<String> wholeHelps() {
    return Stream.concat(
        Stream.of("--help"), commands().map(name -> "help " + name + " --help-all"));
  }

  @ParameterizedTest
  @MethodSource("wholeHelps")
  void everyLineFitsInto80ColumnsAndOnlyOptionsThatExistAreNamed(String line) {
    String help = help(line);

    assertThat(help.lines()).as("80 columns").allMatch(text -> text.length() <= 80);
    assertThat(help)
        .startsWith("Usage: bmt")
        .endsWith("\n")
        .doesNotContain("PARAM", "%n", "${", "(default )");
    assertThat(help.lines().dropWhile(text -> !text.startsWith("Example")).skip(1))
        .as("no line of an example is wrapped")
        .allMatch(text -> text.startsWith("  ") || text.isEmpty());
    List<String> listed =
        help.lines()
            .filter(text -> text.startsWith("  -"))
            .flatMap(text -> OPTION.matcher(text.split(" {2,}", -1)[1]).results())
            .map(MatchResult::group)
            .toList();
    List<String> ofWorkloads =
        Catalogue.all().stream()
            .flatMap(workload -> workload.info().params().stream())
            .map(DeclaredOption::word)
            .toList();
    assertThat(OPTION.matcher(help).results().map(MatchResult::group))
        .as("options that the text names: the command's own, or a workload's")
        .allMatch(
            option ->
                listed.contains(option)
                    || PATTERNS.contains(option)
                    || ofWorkloads.contains(option));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void fitsOnOneScreenAndNamesTheWayToTheRest(String command) {
    String help = help("help " + command);

    assertThat(help.lines()).hasSizeLessThanOrEqualTo(40).allMatch(text -> text.length() <= 80);
    assertThat(help.lines().dropWhile(text -> !text.startsWith("Examples")).skip(1))
        .as("no line of an example is wrapped")
        .allMatch(text -> text.isEmpty() || text.startsWith("  "));
    assertThat(help).isEqualTo(help(command + " --help"));
    String all = help("help " + command + " --help-all");
    if (!all.equals(help)) {
      assertThat(help).contains("bmt " + command + " --help-all has all options");
      assertThat(all.lines().count()).isGreaterThan(help.lines().count());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "check, 24, --rand-type --point-selects --scale",
    "reset, 22, --rand-type --point-selects --scale",
    "prepare, 22, --rand-type --events",
    "cleanup, 23, --rand-type --events",
    "catch-up, 46, --rand-type --data-dir sysbench:",
    "failover, 90, --data-dir sysbench:",
    "balance, 85, --data-dir --fault --against sysbench:",
    "watch, 65, --data-dir --fault --trigger --baseline sysbench:",
    "alter, 50, sysbench:",
    "doctor, 90, --label --runs-dir sysbench: --rand-type",
    "show, 8, sysbench:",
  })
  void listsTheOptionsThatACommandTakesAndNoOthers(String command, int most, String others) {
    String help = help(Map.of(), command, "--help-all");

    assertThat(help.lines().filter(line -> line.startsWith("  -"))).hasSizeLessThanOrEqualTo(most);
    assertThat(help.lines().map(line -> line.strip() + " "))
        .noneMatch(
            line ->
                Stream.of(others.split(" ", -1))
                    .anyMatch(
                        other ->
                            other.endsWith(":")
                                ? line.contains(other)
                                : line.startsWith(other + " ") || line.startsWith(other + "=")));
  }

  @Test
  void optionsOfAWorkloadAreInTheHelpOfItsRun() {
    Map<String, String> wide = Map.of("COLUMNS", "200");
    for (String option : List.of("--help", "--help-all")) {
      assertThat(help(wide, "run", "tpcc", option))
          .contains("Options of tpcc:", "  --scale=")
          .doesNotContain("  --point-selects");
      assertThat(help(wide, "run", option))
          .contains("bmt list <workload>")
          .doesNotContain("  --scale=", "  --rand-type");
    }
    assertThat(help(wide, "run", "--help-all")).contains("sysbench: the report of a load");
  }

  @Test
  void helpOfAWorkloadIsItsList() {
    assertThat(help(Map.of(), "help", "run", "tpcc")).isEqualTo(help(Map.of(), "list", "tpcc"));
  }

  @Test
  void optionsOfAWorkloadFitInto80Columns() {
    for (String workload : Catalogue.names()) {
      assertThat(help(Map.of("COLUMNS", "80"), "list", workload).lines())
          .hasSizeGreaterThan(3)
          .allMatch(text -> text.length() <= 80);
    }
    assertThat(help(Map.of("COLUMNS", "80"), "list").lines()).allMatch(text -> text.length() <= 80);
    assertThat(help(Map.of("COLUMNS", "80"), "failover", "--list-faults").lines())
        .hasSizeGreaterThan(17)
        .allMatch(text -> text.length() <= 80);
    assertThat(help(Map.of("COLUMNS", "80"), "list", "tpcc"))
        .contains(
            """
              --weights               10,10,1,1,1   weights of new orders, payments, order
                                                    status, deliveries, stock level
            """);
  }

  @Test
  void faultsOfATopologyAreThoseThatItCanHave() {
    List<String> all = faults("failover", "--list-faults");
    assertThat(all).contains("isolate", "lagging-promotion", "kill-other");
    assertThat(faults("failover", "--list-faults", "--topology=replication"))
        .hasSize(all.size() - 1)
        .doesNotContain("isolate");
    assertThat(faults("failover", "--list-faults", "--topology=galera"))
        .hasSize(all.size() - 1)
        .doesNotContain("lagging-promotion");
    Map<String, String> wide = Map.of("COLUMNS", "400");
    assertThat(help(wide, "failover", "--list-faults", "--topology=replication"))
        .contains("(--promotion-delay, --return-after)");
    assertThat(help(wide, "failover", "--list-faults", "--topology=group"))
        .as("the servers elect their primary")
        .contains("(--return-after)")
        .doesNotContain("--promotion-delay");
  }

  private List<String> faults(String... words) {
    return help(Map.of("COLUMNS", "400"), words)
        .lines()
        .map(line -> line.split(" ", 2)[0])
        .filter(name -> !name.isEmpty())
        .toList();
  }

  @Test
  void isAsWideAsTheTerminal() {
    String narrow = help(Map.of("COLUMNS", "80"), "run", "--help-all");
    String wide = help(Map.of("COLUMNS", "120"), "run", "--help-all");

    assertThat(wide.lines().count()).isLessThan(narrow.lines().count());
    assertThat(wide.lines()).anyMatch(text -> text.length() > 80);
    assertThat(wide.lines()).allMatch(text -> text.length() <= 120);
  }

  @Test
  void hasColoursOnATerminalAndTheSameWords() {
    Map<String, String> colours = Map.of("BMT_TERMINAL_OUT", "1", "COLUMNS", "80");
    Map<String, String> plain = Map.of("COLUMNS", "80");
    for (String command : InProcess.commands().getSubcommands().keySet()) {
      String help = help(colours, "help", command);

      assertThat(help).as(command).contains("\u001b[33m").doesNotContain("\\u001b");
      assertThat(help.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(help(plain, "help", command));
    }
    assertThat(help(colours, "--version")).isEqualTo(help(plain, "--version"));
  }

  @Test
  void isAsWideAsUsualWhereTheTerminalDoesNotSayItsWidth() {
    assertThat(help(Map.of("COLUMNS", "0"), "help", "run"))
        .isEqualTo(help(Map.of(), "help", "run"));
  }

  @Test
  void hasSectionsAndExamples() {
    assertThat(help(Map.of(), "run", "--help-all").lines())
        .contains("Load:", "Server:", "Client:", "Driver:", "Result:", "Other:", "Examples:");
    assertThat(help(Map.of(), "failover", "--help-all").lines())
        .contains("Measurement:", "Application:", "Your own cluster (with --url):");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lab up", "watch", "balance", "failover", "run", "check"})
  void anOptionOfAllCommandsIsNotInTheSectionOfOne(String command) {
    List<String> before =
        help(Map.of(), (command + " --help-all").split(" ", -1))
            .lines()
            .takeWhile(line -> !line.startsWith("  --color="))
            .filter(line -> line.matches("\\w.*:"))
            .toList();

    assertThat(before).endsWith("Other:");
  }

  @Test
  void olderSpellingsAndSysbenchsIdleOptionsAreNotShown() {
    assertThat(help(Map.of(), "run", "--help-all") + help(Map.of(), "alter", "--help-all"))
        .doesNotContain("--num-threads", "--verbosity");
  }

  @Test
  void everyCommandHasAWholeSentence() {
    String help = help(Map.of("COLUMNS", "400"), "--help");
    List<String> commands =
        help.lines()
            .dropWhile(text -> !text.equals("Commands:"))
            .skip(1)
            .takeWhile(text -> !text.isEmpty())
            .toList();

    assertThat(commands).hasSizeGreaterThan(9).allMatch(text -> text.endsWith("."));
  }

  @ParameterizedTest
  @CsvSource({"./bmt, ./bmt", "bmt, bmt", "../x/bmt, ../x/bmt"})
  void saysBmtAsItWasCalled(String called, String said) {
    assertThat(help(Map.of("BMT_CALLED", called), "run", "--help-all"))
        .contains("Usage: " + said + " run <workload>", "  " + said + " run oltp_read_write");
    assertThat(help(Map.of(), "help", "run")).contains("Usage: bmt run <workload>");
  }

  @Test
  void helpOfBalanceSaysWhatATriggerAndNodesAreThere() {
    assertThat(help(Map.of(), "help", "balance", "--help-all"))
        .contains("--target", "--server-option", "--url", "command that takes a replica away")
        .contains("server over which the reads are spread")
        .doesNotContain("--data-dir", "changes the primary");
  }

  @Test
  void messagesNameCommandsAsBmtWasCalled() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    ProcessBuilder bmt =
        new ProcessBuilder(java, "-cp", classes, Main.class.getName(), "reset", "oltp_read_write")
            .redirectErrorStream(true);
    bmt.environment().put("BMT_CALLED", "./bmt");

    assertThat(bmt.start().inputReader().lines())
        .containsExactly("bmt: oltp_read_write has no reset: run ./bmt cleanup and ./bmt prepare");
  }

  @Test
  void helpOfACommandIsThatOfItsOption() {
    assertThat(help(Map.of(), "help", "alter")).isEqualTo(help(Map.of(), "alter", "--help"));
    assertThat(help(Map.of(), "help", "lab", "up")).contains("--replicas");
    assertThat(help(Map.of(), "help")).isEqualTo(help(Map.of(), "--help"));
  }

  @Test
  void listsCommandsAlikeWithAndWithoutTheirOptions() {
    List<String> words = new ArrayList<>(InProcess.commands().getSubcommands().keySet());
    words.add(0, "--help");

    assertThat(words).hasSizeGreaterThan(20);
    assertThat(help(Map.of(), words.toArray(String[]::new))).isEqualTo(help(Map.of(), "--help"));
  }

  private static String help(String line) {
    return help(Map.of("COLUMNS", "80"), line.split(" ", -1));
  }

  private static String help(Map<String, String> environment, String... words) {
    InProcess bmt = new InProcess(environment);
    assertThat(bmt.run(words)).isZero();
    assertThat(bmt.err()).isEmpty();
    return bmt.out();
  }
}
