package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What reads reports of the real sysbench reads {@code --output=sysbench} without a change. */
class SysbenchOutputIT {
  private static final String[] TABLES = {"--tables=2", "--table-size=1000"};

  /** As scripts around sysbench look for its figures; a group is the figure. */
  private static final List<String> USUAL =
      List.of(
          "transactions:\\s+\\d+\\s+\\(([\\d.]+) per sec\\.\\)",
          "queries:\\s+\\d+\\s+\\(([\\d.]+)\\s+per\\s+sec\\.\\)",
          "ignored errors: *(\\d+)",
          "total time:\\s+([\\d.]+)s",
          "total number of events:\\s+(\\d+)",
          "\\n\\s+avg:\\s+([\\d.]+)",
          "(?m)95th percentile:\\s+([\\d.]+)$",
          "\\[\\s(?:\\d+s)\\s]\\sthds:\\s\\d+\\stps:\\s([\\d.]+)\\sqps:\\s[\\d.]+\\s[()\\w/:\\s\\d.]+\\slat\\s\\(ms,\\d+%\\):\\s[\\d.]+");

  /** sysbench divides by another reading of the clock than it shows. */
  private static final double TWO_CLOCKS = 0.25;

  private static final double ROUNDING = 0.01;

  private static final String LETTERS =
      "-h 127.0.0.1 -P PORT -uUSER -pPASSWORD --mysql-db=NAME --warmup=0";

  private static final String OPTIONS =
      "--mysql-host=127.0.0.1 --mysql-port=PORT --mysql-user=USER --mysql-password=PASSWORD"
          + " --mysql-db=NAME --warmup=0";

  private final Database database = Servers.LOCAL.database();

  @Test
  void aClosedLoopReadsLikeSysbenchs() {
    database.command().run(words("prepare")).exits(0);
    String theirs = sysbench("--threads=2", "--time=2", "--report-interval=1");
    Ended ended = run("--threads=2", "--time=2", "--report-interval=1", "--by-statement");
    RunResult result = ended.counts();
    String ours = ended.out();

    SysbenchText real = SysbenchText.read(theirs);
    SysbenchText own = SysbenchText.read(valid(ours));
    assertIdentities(real, TWO_CLOCKS);
    assertIdentities(own, ROUNDING);
    for (SysbenchText text : List.of(real, own)) {
      assertThat(text.intervals()).hasSizeBetween(1, 2);
      assertThat(text.queues()).isEmpty();
      assertThat(text.of("sum"))
          .isBetween(500 * 2 * text.of("total time"), 1100 * 2 * text.of("total time"));
      assertThat(text.figures().keySet()).isEqualTo(real.figures().keySet());
    }
    for (String regex : USUAL) {
      assertThat(usual(regex, theirs)).as(regex).isNotNegative();
      assertThat(usual(regex, ours)).as(regex).isNotNegative();
    }
    assertThat(own.of("transactions")).isEqualTo((double) result.totals().transactions());
    assertThat(own.of("total")).isEqualTo((double) result.totals().queries());
    assertThat(own.of("ignored errors")).isEqualTo((double) result.totals().errors());
    assertThat(own.of("min"))
        .isEqualTo(Objects.requireNonNull(result.latency().response().min()), within(0.006));
    assertThat(ended.err()).contains("VALID", "by statement").doesNotContain("SQL statistics");
    assertThat(ours).startsWith("bmt4j ").doesNotContain("VALID", "note", "stored", "by statement");
    assertThat(head(ours)).isEqualTo(head(theirs));
  }

  @Test
  void anOpenLoopReadsLikeSysbenchs() {
    database.command().run(words("prepare")).exits(0);
    String[] words = {
      "--threads=2", "--time=2", "--rate=40", "--percentile=0", "--report-interval=1"
    };
    String theirs = sysbench(words);
    Ended ended = run(words);
    assertThat(ended.code()).as("a busy machine misses a rate").isIn(0, 1);

    SysbenchText real = SysbenchText.read(theirs);
    SysbenchText own = SysbenchText.read(valid(ended.out()));
    assertIdentities(real, TWO_CLOCKS);
    assertIdentities(own, ROUNDING);
    for (SysbenchText text : List.of(real, own)) {
      assertThat(text.queues()).hasSameSizeAs(text.intervals()).isNotEmpty();
      assertThat(text.figures()).doesNotContainKey("95th percentile");
      // 40 arrivals a second for 2 s; sysbench draws the pauses between them.
      assertThat(text.of("transactions")).isBetween(40.0, 125.0);
    }
    assertThat(own.figures().keySet()).isEqualTo(real.figures().keySet());
    assertThat(head(ended.out())).isEqualTo(head(theirs));
    assertThat(ended.out()).contains("percentile stats:               disabled");
  }

  @Test
  void anInvalidRunSaysSoInTheReportToo() {
    Ended ended = run("--threads=1", "--time=1", "--rate=100000", "--report-interval=0").exits(1);

    assertThat(ended.result().verdict().status()).isEqualTo(Status.INVALID);
    assertThat(ended.err()).contains("INVALID");
    assertThat(ended.out()).contains("\nWARNING: this run is INVALID: ");
    assertIdentities(SysbenchText.read(valid(ended.out())), ROUNDING);
  }

  /** Words of sysbench 0.5 and 1.0 in its order, and letters of MySQL's clients. */
  @Test
  void linesOfSysbenchRunAsTheyAre() {
    String tables = " --oltp-tables-count=2 --oltp-table-size=1000 --mysql-table-engine=innodb";
    String load = " --max-requests=0 --max-time=1 --num-threads=2";
    asTheyAre(LETTERS + " --test=/usr/share/sysbench/tests/db/oltp.lua" + tables + " prepare");
    assertThat(database.number("SELECT COUNT(*) FROM sbtest2")).isEqualTo(1000);
    RunResult old =
        asTheyAre(LETTERS + " --test=db/oltp.lua --oltp-read-only=on" + tables + load + " run")
            .counts();
    RunResult path =
        asTheyAre(
                OPTIONS
                    + " --tables=2 --table_size=1000 --time=1 --histogram --report-interval=0"
                    + " /usr/share/sysbench/oltp_point_select.lua run --output=sysbench")
            .counts();
    asTheyAre(OPTIONS + " oltp_read_write --tables=2 cleanup");

    assertThat(old.scenario().workload()).isEqualTo("oltp_read_only");
    assertThat(old.scenario().client().psMode()).isEqualTo("disable");
    assertThat(old.scenario().load().threads()).isEqualTo(2);
    assertThat(path.scenario().workload()).isEqualTo("oltp_point_select");
    assertThat(database.rows("SHOW TABLES LIKE 'sbtest%'")).isEmpty();
  }

  /** Both print the same lines but for their numbers, and each counts every transaction. */
  @Test
  void theHistogramIsLikeSysbenchsOnTablesThatSysbenchMade() {
    SysbenchCommand.run(database, "oltp_read_write", "prepare", TABLES);
    Ended ended = run("--time=1", "--histogram", "--report-interval=0");
    String theirs = sysbench("--time=1", "--histogram");

    assertThat(ended.err()).contains("as found.").doesNotContain("Preparing");
    assertThat(histogram(ended.out())).isEqualTo(ended.counts().totals().transactions());
    assertThat(histogram(theirs)).isEqualTo((long) usual("transactions: +(\\d+)", theirs));
  }

  private static long histogram(String output) {
    List<String> lines =
        output
            .lines()
            .dropWhile(line -> !line.equals("Latency histogram (values are in milliseconds)"))
            .takeWhile(line -> !line.startsWith("SQL statistics") && !line.startsWith("WARNING"))
            .toList();
    assertThat(lines.get(1))
        .isEqualTo("       value  ------------- distribution ------------- count");
    assertThat(lines.get(lines.size() - 1)).isEqualTo(" ");
    List<String> rows = lines.subList(2, lines.size() - 1);
    assertThat(rows)
        .allMatch(row -> row.matches(" {0,8}\\d+\\.\\d{3} \\|\\*{0,40} {0,40} \\d+"))
        .anyMatch(row -> row.contains("*".repeat(40)));
    return rows.stream().mapToLong(row -> Long.parseLong(row.replaceFirst(".* ", ""))).sum();
  }

  private Ended asTheyAre(String line) {
    Matcher port = Pattern.compile(":(\\d+)/").matcher(database.url());
    assertThat(port.find()).isTrue();
    String words =
        line.replace("PORT", port.group(1))
            .replace("USER", database.user())
            .replace("PASSWORD", database.password())
            .replace("NAME", database.name());
    Ended ended = Bmt.command().run(words.split(" +"));
    return line.contains(" run") ? ended.measured() : ended.exits(0);
  }

  /** What is above the figures, without the first line and with any seed. */
  private static List<String> head(String output) {
    List<String> lines = output.lines().toList();
    return lines.subList(1, lines.indexOf("Threads started!")).stream()
        .map(line -> line.replaceFirst("from (current time|seed .*)", "from …"))
        .toList();
  }

  /** A busy machine makes a run INVALID; its report has one kind of line more then. */
  private static String valid(String output) {
    return output.replaceAll("(?m)^WARNING: this run is INVALID: .*\n", "");
  }

  /**
   * Checks what must hold between figures, and the statements of its transactions by sysbench's
   * script: 10 point and 4 range selects, 2 updates, 1 delete, 1 insert, BEGIN and COMMIT. A
   * transaction that failed has sent some of them.
   *
   * @param off how far a rate may be off
   */
  private static void assertIdentities(SysbenchText text, double off) {
    double done = text.of("transactions");
    double tried = done + text.of("ignored errors");
    assertThat(text.of("read")).isBetween(14 * done, 14 * tried);
    assertThat(text.of("write")).isBetween(4 * done, 4 * tried);
    assertThat(text.of("other")).isBetween(2 * done, 2 * tried);
    assertThat(text.of("total")).isEqualTo(text.of("read") + text.of("write") + text.of("other"));
    assertThat(text.of("queries")).isEqualTo(text.of("total"));
    assertThat(text.of("total number of events")).isEqualTo(text.of("transactions"));
    double seconds = text.of("total time");
    assertThat(text.of("transactions 2") * seconds / text.of("transactions"))
        .isEqualTo(1, within(off));
    assertThat(text.of("avg") * text.of("transactions") / text.of("sum"))
        .isEqualTo(1, within(0.05));
    assertThat(text.of("min")).isLessThanOrEqualTo(text.of("avg"));
    assertThat(text.of("avg")).isLessThanOrEqualTo(text.of("max"));
    double threads = text.of("transactions") / text.of("events (avg/stddev)");
    assertThat(text.of("execution time (avg/stddev)") * threads * 1000 / text.of("sum"))
        .isEqualTo(1, within(0.05));
  }

  private static double usual(String regex, String output) {
    Matcher matcher = Pattern.compile(regex).matcher(output);
    assertThat(matcher.find()).as("%s in %s", regex, output).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  private String sysbench(String... more) {
    return SysbenchCommand.run(database, "oltp_read_write", "run", with(TABLES, more));
  }

  private Ended run(String... more) {
    return database
        .command()
        .run(words("run", with(new String[] {"--warmup=0", "--output=sysbench"}, more)));
  }

  private static String[] words(String command, String... more) {
    return with(with(new String[] {command, "oltp_read_write"}, TABLES), more);
  }

  private static String[] with(String[] words, String... more) {
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }
}
