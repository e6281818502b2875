package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunsCommandTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");

  private final InProcess bmt = new InProcess();

  @TempDir Path runs;

  /** Three results, and what else may lie in such a folder. */
  @BeforeEach
  void store() throws IOException {
    copy("run", "20261120T101500Z-oltp_read_write-0282b051");
    copy("failover", "20261121T235959Z-failover-75dd5b40");
    copy("failover-unrecovered", "20261122T000000Z-failover-ffee61d8");
    Files.createDirectory(runs.resolve("20261122T000001Z-killed-00000000"));
    Files.writeString(runs.resolve("notes.txt"), "not a result");
  }

  @Test
  void aLineForEachResultTheMostRecentLast() {
    assertThat(run()).isZero();

    assertThat(bmt.out())
        .isEqualTo(
            """
            id       began (UTC)      verdict    main figure  workload on server: figure
            0282b051 2026-11-20 10:15 VALID            554/s  oltp_read_write on embedded MariaDB 11.4.5: tps
            75dd5b40 2026-11-21 23:59 VALID        292.42 ms  failover by kill --promotion-delay=0ms on embedded MariaDB 11.4.5, a primary and 2 replicas: lost write time
            ffee61d8 2026-11-22 00:00 INVALID              -  failover by hang --promotion-delay=0ms on embedded MariaDB 11.4.5, a primary and 1 replica: lost write time
            """);
    assertThat(bmt.err()).isEmpty();
  }

  @Test
  void aResultWithoutItsCommandHasNoneToShow() {
    assertThat(bmt.run("show", "0282", "--command", "--runs-dir", runs.toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err())
        .isEqualTo("bmt: result 0282b051 was stored without the command that measured it\n");
  }

  @Test
  void folderIsThatOfTheEnvironmentUnlessItIsGiven() {
    InProcess elsewhere = new InProcess(Map.of("BMT_RUNS_DIR", runs.toString()));

    assertThat(elsewhere.run("runs", "--last=1")).isZero();
    assertThat(elsewhere.out()).contains("ffee61d8");
    assertThat(elsewhere.run("runs", "--runs-dir", runs + "/none")).isZero();
    assertThat(elsewhere.err()).endsWith("in " + runs + "/none\n");
    assertThat(elsewhere.run("run", "--help-all")).isZero();
    assertThat(elsewhere.out()).contains("(default", runs + ")", "also", "BMT_RUNS_DIR");
  }

  @Test
  void verdictsHaveColoursOnATerminal() {
    InProcess terminal = new InProcess(Map.of("BMT_TERMINAL_OUT", "1"));

    assertThat(terminal.run("runs", "--runs-dir", runs.toString())).isZero();
    assertThat(terminal.run("show", "ffee61d8", "--runs-dir", runs.toString())).isZero();

    assertThat(terminal.out())
        .contains("23:59 \u001b[32mVALID\u001b[0m  ", "00:00 \u001b[1;31mINVALID\u001b[0m  ")
        .containsPattern("(?m)^\u001b\\[1;31mINVALID\u001b\\[0m$");
  }

  @Test
  void theLastOfAKindAndAVerdict() throws IOException {
    assertThat(run("--kind=Failover", "--verdict=VALID", "--output=JSON")).isZero();

    JsonNode rows = new ObjectMapper().readTree(bmt.out());
    assertThat(rows).hasSize(1);
    assertThat(rows.at("/0/id").asText()).isEqualTo("75dd5b40");
    assertThat(rows.at("/0/folder").asText()).endsWith("20261121T235959Z-failover-75dd5b40");
    assertThat(rows.at("/0/figures/0/name").asText()).isEqualTo("lost write time");
    assertThat(rows.at("/0/figures/0/better").asText()).isEqualTo("LOWER");
  }

  @ParameterizedTest
  @CsvSource({
    "(?s)(.{1000}).*,$1",
    "(?s)\"verdict\" : \\{.*?},\"x\" : 1",
    "\"schema\" : \\d+,\"schema\" : 999",
    "(?s).*,[]",
  })
  void aResultThatCannotBeReadIsNamedAndTheOthersAreListed(String part, String instead)
      throws IOException {
    Path broken = runs.resolve("20261120T101500Z-oltp_read_write-0282b051/result.json");
    Files.writeString(broken, Files.readString(broken).replaceFirst(part, instead));

    assertThat(run("--last=3")).isZero();
    assertThat(bmt.out().lines()).hasSize(3);
    assertThat(bmt.err()).startsWith("WARNING  " + broken + " cannot be read: ").hasLineCount(1);
    Path page = runs.resolve("page.html");
    for (String line : List.of("show 0282", "compare 0282 75dd", "report 75dd 0282 -o " + page)) {
      InProcess other = new InProcess();
      String[] words = (line + " --runs-dir=" + runs).split(" ");
      assertThat(other.run(words)).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(other.out()).isEmpty();
      assertThat(other.err()).startsWith("bmt: " + broken + " cannot be read: ").hasLineCount(1);
    }
    assertThat(page).doesNotExist();
  }

  @Test
  void latestAndOlderOnesAreShown() {
    assertThat(bmt.run("show", "latest~2", "--runs-dir", runs.toString())).isZero();
    assertThat(bmt.out())
        .startsWith("554 transactions/s on 2 threads, p95 10.49 ms; 17 errors, retried")
        .contains("\n\noltp_read_write on embedded MariaDB");

    assertThat(bmt.run("show", "latest~3", "--runs-dir", runs.toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err()).isEqualTo("bmt: only 3 results stored in " + runs + "\n");
  }

  @Test
  void labelsAreListedShownAndFilteredBy() throws IOException {
    label("20261121T235959Z-failover-75dd5b40", "\"side\":\"A\",\"series\":\"3f9a\"");

    assertThat(run("--label=series=3f9a", "--label=side=A")).isZero();
    assertThat(bmt.out()).hasLineCount(2).contains("  [side=A series=3f9a] failover by kill");

    InProcess other = new InProcess();
    assertThat(other.run("runs", "--runs-dir", runs.toString(), "--label=side=B")).isZero();
    assertThat(other.out()).isEmpty();

    InProcess show = new InProcess();
    assertThat(show.run("show", "75dd", "--runs-dir", runs.toString())).isZero();
    assertThat(show.out()).endsWith("labels   side=A series=3f9a\n");

    InProcess json = new InProcess();
    assertThat(json.run("show", "75dd", "--output=json", "--runs-dir", runs.toString())).isZero();
    assertThat(new ObjectMapper().readTree(json.out()).at("/labels/side").asText()).isEqualTo("A");
  }

  @Test
  void twoSidesByTheirLabels() throws IOException {
    for (int i = 1; i <= 6; i++) {
      String name = "2026112" + i + "T000000Z-oltp_read_write-0000000" + i;
      copy("run", name);
      label(name, "\"side\":\"" + (i % 2 == 0 ? "new" : "old") + "\",\"night\":\"" + i / 5 + "\"");
    }
    assertThat(compare("--by=side", "--label=night=0")).isZero();
    assertThat(bmt.out())
        .contains("2 runs of each side, in turns", "\nold      oltp_read", "\nnew      oltp_read")
        .startsWith("Too few runs to tell old and new apart: transactions a second old 554/s");

    InProcess named = new InProcess();
    assertThat(
            named.run(
                "compare", "--by=side=new,old", "--runs-dir", runs.toString(), "--output=json"))
        .isZero();
    JsonNode table = new ObjectMapper().readTree(named.out());
    assertThat(table.at("/0/sides/0/name").asText()).isEqualTo("new");
    assertThat(table.at("/0/sides/0/results")).hasSize(3);
    assertThat(table.at("/0/answer").asText()).startsWith("No difference between new and old");
    assertThat(table.at("/0/figures/0/verdict").asText()).isEqualTo("not significant");
    assertThat(named.err()).isEmpty();

    InProcess csv = new InProcess();
    assertThat(
            csv.run(
                "compare",
                "--by=side=new,old",
                "00000001,00000002",
                "00000003",
                "--runs-dir=" + runs,
                "--output=csv"))
        .isZero();
    assertThat(csv.out().lines().toList())
        .element(1)
        .asString()
        .startsWith("tps,/s,higher,new,old,")
        .endsWith(",,,,,1,2,0,0,too few,");

    assertThat(compare("--by=side=new")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(compare("--by=colour")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(compare("--by=side", "latest")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(compare("--label=side=old", "latest", "latest")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err())
        .hasLineCount(4)
        .contains("need two values of it and have new\n", "and have none\n");
  }

  /** Sides of different series have the same names, and are not one side. */
  @Test
  void sidesOfSeveralSeriesAreNotMixed() throws IOException {
    for (int i = 1; i <= 4; i++) {
      String name = "2026112" + i + "T000000Z-oltp_read_write-0000000" + i;
      copy("run", name);
      label(name, "\"side\":\"" + (i % 2 == 0 ? "B" : "A") + "\",\"series\":\"s" + i / 3 + "\"");
    }
    assertThat(compare("--by=side")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err()).contains("add --label series=<id>, one of s0, s1").hasLineCount(1);
    assertThat(compare("--by=side", "--label=series=s0")).isZero();
  }

  private int compare(String... words) {
    List<String> all = new ArrayList<>(List.of("compare", "--runs-dir", runs.toString()));
    all.addAll(List.of(words));
    return bmt.run(all.toArray(String[]::new));
  }

  private void label(String name, String labels) throws IOException {
    Path file = runs.resolve(name).resolve("result.json");
    String text = Files.readString(file);
    Files.writeString(
        file, "{\"labels\":{" + labels + "}," + text.substring(text.indexOf('{') + 1));
  }

  private int run(String... words) {
    String[] all = new String[words.length + 3];
    System.arraycopy(words, 0, all, 3, words.length);
    all[0] = "runs";
    all[1] = "--runs-dir";
    all[2] = runs.toString();
    return bmt.run(all);
  }

  private void copy(String sample, String name) throws IOException {
    Path to = Files.createDirectory(runs.resolve(name));
    Files.copy(SAMPLES.resolve(sample).resolve("result.json"), to.resolve("result.json"));
  }
}
