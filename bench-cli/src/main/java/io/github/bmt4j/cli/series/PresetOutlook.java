package io.github.bmt4j.cli.series;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.cli.options.LoadOptions;
import io.github.bmt4j.cli.options.Range;
import io.github.bmt4j.cli.series.ScenarioFile.Combination;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementWorkload;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Outlook of a preset at full size: its steps, their time, and the space of its rows. */
public final class PresetOutlook {
  private static final String TABLE_SIZE = "table-size";
  private static final String TABLES_OF = "tables-of";
  private static final String BACKLOG = "backlog";

  /** Workloads from which on one line says how long all take. */
  private static final int MANY = 5;

  /** Seconds of a cell in addition to its load: a fresh server and JVM, and its tables. */
  private static final double CELL = 15;

  /** Seconds to start a cluster and to end it, on 2 processors. */
  private static final double CLUSTER = 9;

  /** Seconds of a repetition in addition to its load: fresh servers, a JVM, an outage, ledgers. */
  private static final double TRIAL = 10;

  /** Seconds from which on a time is shown in hours. */
  private static final double LONG = 7200;

  private static final int AROUND_A_KNEE = 14;

  private PresetOutlook() {}

  /** Three lines for each combination of a preset without parts. */
  public static String of(Preset part) {
    ScenarioFile scenario = ScenarioFile.read(part.name(), part.text());
    List<Combination> all = scenario.combinations();
    if (scenario.isFailover()) {
      return line("does     failover of %s at most", counted(all.size(), "cell"))
          + line("takes    for each target, %s", failovers(all, scenario.times()))
          + line("space    about 200 MiB for each server, one cluster at a time");
    }
    if (all.size() >= MANY) {
      double seconds = all.stream().mapToDouble(one -> step(options(one)) + CELL).sum();
      return line(
              "does     run %s, %d times each", counted(all.size(), "workload"), scenario.times())
          + line("takes    about %s for each server", span(scenario.times() * seconds))
          + space(all.get(0));
    }
    return all.stream()
        .map(one -> of(scenario.commandName(), workload(one), options(one)) + space(one))
        .collect(Collectors.joining());
  }

  /** The workload of a combination, or that whose tables its SQL file takes. */
  private static Workload workload(Combination one) {
    JsonNode usual = TextNode.valueOf("oltp_read_write");
    Map<String, JsonNode> options = options(one);
    String named = options.getOrDefault("workload", usual).asText();
    return Catalogue.byName(
        options.containsKey(TABLES_OF)
            ? options.get(TABLES_OF).asText()
            : Objects.requireNonNullElse(one.workload(), named));
  }

  private static String of(String command, Workload workload, Map<String, JsonNode> options) {
    String name = workload.info().name();
    String does;
    String takes = "as long as its statements take";
    if (command.equals("run") && workload instanceof StatementWorkload) {
      does = "run " + name + ", each statement";
    } else if (command.equals("run")) {
      does = "run " + name + " with " + threads(options);
      takes = time(options);
    } else if (options.containsKey(BACKLOG)) {
      does = "catch-up after " + name + " with " + threads(options);
      takes = "about " + span(time(options, BACKLOG, 0)) + " for the backlog, and its catch-ups";
    } else {
      does = command + " of a table of " + rows(options) + " rows";
    }
    return line("does     %s", does) + line("takes    %s, and the loading of the tables", takes);
  }

  private static String space(Combination one) {
    String bytes = Numbers.bytes(bytes(workload(one), options(one)));
    return line("space    about %s of rows, plus indexes, logs and temporary files", bytes);
  }

  private static Map<String, JsonNode> options(Combination one) {
    Map<String, JsonNode> options = new LinkedHashMap<>();
    one.options()
        .forEach(more -> more.forEach((name, value) -> options.put(name.replace('_', '-'), value)));
    return options;
  }

  /**
   * The time that failovers take: if the application always recovers soon, and if it never does.
   *
   * @param times number of measurements of each
   */
  static String failovers(Collection<Combination> all, int times) {
    double least = 0;
    double most = 0;
    for (Combination one : all) {
      Map<String, JsonNode> options = options(one);
      long repeat = options.containsKey("repeat") ? options.get("repeat").asLong() : 5;
      double before = TRIAL + time(options, "baseline", 3);
      least += CLUSTER + repeat * (before + time(options, "settle", 10));
      most += CLUSTER + repeat * (before + time(options, "deadline", 60));
    }
    return words(
        "about %s; at most %s, if nothing recovers", span(times * least), span(times * most));
  }

  private static String span(double seconds) {
    return seconds < LONG
        ? counted(Math.round(Math.ceil(seconds / 60)), "minute")
        : counted(Math.round(Math.ceil(seconds / 3600)), "hour");
  }

  private static double time(Map<String, JsonNode> options, String name, double usual) {
    JsonNode value = options.get(name);
    return value == null ? usual : Converters.seconds(Converters.duration(value.asText()));
  }

  private static String threads(Map<String, JsonNode> options) {
    JsonNode threads = options.get("threads");
    if (threads == null) {
      return "1 thread";
    }
    return threads.isArray()
        ? counted(threads.size(), "number") + " of threads"
        : threads.asText().contains("..")
            ? threads.asText() + " threads"
            : counted(threads.asLong(), "thread");
  }

  private static String rows(Map<String, JsonNode> options) {
    return Numbers.count(Objects.requireNonNull(options.get(TABLE_SIZE)).asLong());
  }

  /** Steps, their time and their warm-up; or their number of transactions. */
  private static String time(Map<String, JsonNode> options) {
    double seconds = time(options, "time", 0);
    if (seconds == 0) {
      JsonNode events = options.get("events");
      return "as long as "
          + (events == null ? "its" : Numbers.count(events.asLong()))
          + " transactions take";
    }
    JsonNode threads = options.get("threads");
    long steps = threads != null && threads.isArray() ? threads.size() : 1;
    Optional<Range> range =
        Optional.ofNullable(threads)
            .flatMap(text -> Range.of("threads", text.asText(), LoadOptions.MOST_THREADS));
    if (range.isPresent()) {
      steps = doublings(range.get()) + AROUND_A_KNEE;
    }
    return (range.isPresent() ? "at most " : "about ")
        + counted(Math.max(1, Math.round(steps * step(options) / 60)), "minute")
        + " for each server";
  }

  /** Seconds of a step with its warm-up. */
  private static double step(Map<String, JsonNode> options) {
    return time(options, "time", 0)
        + time(options, "warmup", Converters.seconds(LoadOptions.defaults().warmup));
  }

  private static long doublings(Range range) {
    return 2 + (long) (Math.log((double) range.to() / range.from()) / Math.log(2));
  }

  /** The size of the rows as sent, which is about the size of the tables. */
  private static long bytes(Workload workload, Map<String, JsonNode> options) {
    Map<String, String> given = new LinkedHashMap<>();
    for (DeclaredOption<?> spec : workload.info().params()) {
      JsonNode value = options.get(spec.name());
      if (value != null) {
        given.put(spec.name(), value.asText());
      }
    }
    return workload.tables(Params.resolve(workload.info(), given), 1).stream()
        .mapToLong(Table::estimatedBytes)
        .sum();
  }
}
