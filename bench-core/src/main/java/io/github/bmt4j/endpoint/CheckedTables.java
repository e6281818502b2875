package io.github.bmt4j.endpoint;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.tables.WorkloadTables;
import io.github.bmt4j.workload.ConsistencyCheck;
import io.github.bmt4j.workload.ConsistencyCheck.Rule;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Findings of a check of a workload's tables.
 *
 * @param schema version of this form
 * @param target target in the form that may be shown
 * @param seconds seconds that it took
 * @param rules all that were checked, in order
 */
public record CheckedTables(
    int schema, String workload, String target, double seconds, List<Rule> rules) {
  private static final int SCHEMA = 1;

  /** A check ends by the limits of its statements; this is only an upper bound. */
  private static final Duration LONGEST = Duration.ofDays(1);

  public CheckedTables {
    rules = List.copyOf(rules);
  }

  static CheckedTables check(
      WorkloadTables wanted, EndpointServer server, boolean afterLoad, Clock clock, StopSignal stop)
      throws SQLException {
    long beginNanos = clock.nanoTime();
    List<Rule> rules =
        new TimedQuery(clock, stop::given, LONGEST)
            .at(
                () -> {
                  try (Connection connection =
                      server.connector().connect(ConsistencyCheck.ANSWER_MILLIS)) {
                    return wanted.consistencyCheck().check(connection, afterLoad, stop::given);
                  }
                });
    return new CheckedTables(
        SCHEMA,
        wanted.workload().info().name(),
        server.target().description(),
        (clock.nanoTime() - beginNanos) / 1e9,
        rules);
  }

  private List<Rule> violated() {
    return rules.stream().filter(rule -> rule.violations() > 0).toList();
  }

  /** Returns true if no rule is violated. */
  public boolean consistent() {
    return violated().isEmpty();
  }

  List<Reason> problems() {
    return violated().stream().map(Rule::problem).map(Code.TABLES_DIFFER::of).toList();
  }

  /** The findings as text, in lines of 80 columns. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Rule rule : rules) {
      boolean ok = rule.violations() == 0;
      text.append(line("%-12s %-49s %s", rule.name(), rule.summary(), ok ? "ok" : rule.count()));
      rule.examples().forEach(example -> text.append(line("%-15s%s", "", example.text())));
    }
    return text + line("\n%s", summary());
  }

  String summary() {
    return words(
        "%s: %s checked in %.1f s, %s",
        workload,
        counted(rules.size(), "rule"),
        seconds,
        consistent() ? "the tables are consistent" : violated().size() + " violated");
  }

  /** The findings as JSON. */
  public String json() {
    return ResultJson.write(this) + "\n";
  }

  /** Checks the rules of the tables after its load, on each server: problems, and a summary. */
  public static void afterLoad(
      WorkloadTables wanted,
      List<EndpointServer> servers,
      Context context,
      List<Reason> problems,
      List<String> notes) {
    for (EndpointServer server : servers) {
      try {
        CheckedTables checked = check(wanted, server, false, context.clock(), context.stop());
        problems.addAll(checked.problems());
        notes.add(checked.summary());
      } catch (SQLException e) {
        problems.add(
            Code.TABLES_DIFFER.of("the tables could not be checked: " + TargetErrors.words(e)));
      } catch (BadInputException e) {
        problems.add(Code.TABLES_DIFFER.of("the tables could not be checked: " + e.getMessage()));
      }
    }
  }
}
