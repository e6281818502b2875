package io.github.bmt4j.cli;

import io.github.bmt4j.scenario.StatementScenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How heavy statements are timed one by one. */
@SuppressWarnings("NullAway.Init")
final class StatementOptions {
  /** The options that make a run of heavy statements a load instead. */
  static final List<String> OF_A_LOAD = List.of("--time", "--events", "--rate", "--warmup");

  /** Those of a load that heavy statements have no use for, unless a load runs beside them. */
  static final List<String> OF_A_LOAD_BESIDE =
      List.of("--pool", "--db-ps-mode", "--mysql-ignore-errors", "--max-retries");

  /** Those of a load that heavy statements never have a use for. */
  static final List<String> OF_A_LOAD_ONLY =
      List.of("--arrivals", "--percentile", "--report-interval", "--consume", "--by-statement");

  /** The options that are here. */
  static final List<String> OWN =
      List.of(
          "--repeat",
          "--form",
          "--pieces",
          "--ladder",
          "--cold",
          "--verify",
          "--statement-timeout",
          "--while",
          "--while-threads",
          "--alone");

  private static final int MOST_REPEATS = 1000;
  private static final int MOST_PIECES = 1000;

  @Option(
      names = "--repeat",
      paramLabel = "<n>",
      defaultValue = "3",
      description =
          "heavy statements: time each one so often, in each way (default ${DEFAULT-VALUE})")
  int repeat;

  @Option(
      names = "--form",
      paramLabel = "<forms>",
      defaultValue = "whole,pieces",
      description =
          "heavy statements: whole, pieces, or both (default; those that cannot be taken apart are whole only)")
  String form;

  @Option(
      names = "--pieces",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "into how many pieces at most (default ${DEFAULT-VALUE})")
  int pieces;

  @Option(
      names = "--ladder",
      paramLabel = "<rows,…>",
      description =
          "instead: find the number of rows at which the server begins to spill, with a table for each of these, such as 10000,100000,1000000")
  @Nullable String ladder;

  @Option(
      names = "--cold",
      paramLabel = "on|off",
      arity = "1",
      defaultValue = "on",
      description =
          "restart a server of ours before each cold time (default on; other servers are never restarted)")
  String cold;

  @Option(
      names = "--verify",
      paramLabel = "on|off",
      arity = "1",
      defaultValue = "on",
      description =
          "compare answers with those computed from the row numbers (default on; off for tables of somebody else)")
  String verify;

  @Option(
      names = "--statement-timeout",
      paramLabel = "<s>",
      description =
          "the server's limit of a statement: max_statement_time, or MySQL's max_execution_time (SELECT only)")
  @Nullable String statementTimeout;

  @Option(
      names = "--while",
      paramLabel = "<workload>",
      description =
          "time them once more while this workload runs, such as oltp_read_write, and show what each does to the other")
  @Nullable String beside;

  @Option(
      names = "--while-threads",
      paramLabel = "<n>",
      defaultValue = "4",
      description = "workers of the workload beside them (default ${DEFAULT-VALUE})")
  int besideThreads;

  @Option(
      names = "--alone",
      paramLabel = "<s>",
      defaultValue = "10",
      description =
          "how long the workload beside them is measured alone, before and after (default ${DEFAULT-VALUE} s)")
  String alone;

  /** Forms that were asked for. */
  List<String> forms() {
    List<String> forms = words(form);
    Checks.check(!forms.isEmpty(), "--form=" + form + ": choose whole, pieces, or both");
    for (String word : forms) {
      Checks.choice("--form", word, StatementScenario.WHOLE, StatementScenario.PIECES);
    }
    return forms.stream().distinct().toList();
  }

  int pieces() {
    Checks.check(
        pieces >= 2 && pieces <= MOST_PIECES,
        "--pieces=" + pieces + ": give a number from 2 to " + MOST_PIECES);
    return pieces;
  }

  int repeat() {
    Checks.check(
        repeat >= 1 && repeat <= MOST_REPEATS,
        "--repeat=" + repeat + ": give a number from 1 to " + MOST_REPEATS);
    return repeat;
  }

  boolean cold() {
    return onOff("--cold", cold);
  }

  boolean verify() {
    return onOff("--verify", verify);
  }

  @Nullable Double statementTimeoutSeconds() {
    if (statementTimeout == null) {
      return null;
    }
    double seconds = Checks.seconds("--statement-timeout", statementTimeout);
    Checks.check(
        seconds >= 0.001,
        "--statement-timeout=" + statementTimeout + ": give 1ms or more, or leave it out");
    return seconds;
  }

  double aloneSeconds() {
    double seconds = Checks.seconds("--alone", alone);
    Checks.check(seconds >= 0.5, "--alone=" + alone + ": give 500ms or more");
    return seconds;
  }

  /** The rows of each step of the ladder, from the fewest on; empty without one. */
  List<Long> ladder() {
    List<Long> rows = new ArrayList<>();
    for (String word : ladder == null ? List.<String>of() : words(ladder)) {
      Checks.check(
          word.matches("\\d{1,12}"),
          "--ladder=" + ladder + ": give numbers of rows, such as 10000,100000,1000000");
      rows.add(Long.valueOf(word));
    }
    Checks.check(
        ladder == null || !rows.isEmpty(),
        "--ladder=" + ladder + ": give numbers of rows, such as 10000,100000,1000000");
    return rows.stream().distinct().sorted().toList();
  }

  /** How many run a statement at the same moment: 1, 2, 4 and so on up to the threads. */
  static List<Integer> connections(int threads) {
    List<Integer> connections = new ArrayList<>();
    for (int step = 1; step < threads; step *= 2) {
      connections.add(step);
    }
    connections.add(threads);
    return connections;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(","))
        .map(word -> word.strip().toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  private static boolean onOff(String option, String text) {
    return switch (text) {
      case "on", "true" -> true;
      case "off", "false" -> false;
      default -> {
        Checks.check(false, option + "=" + text + ": give on or off");
        yield false;
      }
    };
  }
}
