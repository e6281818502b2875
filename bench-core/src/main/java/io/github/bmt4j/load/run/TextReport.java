package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.line;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run as text: what runs, before it begins; what came out, at the end. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class TextReport extends ResultKind<RunResult> {
  private static final List<String> SHOWN_PARAMETERS =
      List.of("tables", "table-size", "rows", "query", "rand-type");

  public TextReport() {
    super(RunResult.KIND, RunResult.class, "totals");
  }

  @Override
  public String summary(RunResult result, int columns) {
    return result(result, columns);
  }

  @Override
  public String text(RunResult result, int columns) {
    return head(result.scenario(), result.environment()) + result(result, columns);
  }

  /** What is about to run, on what. */
  static String head(RunScenario scenario, Environment environment) {
    return line("%s on %s", scenario.workload(), environment.server().description())
        + line(
            "server   %s %s, TLS %s",
            environment.server().product(), environment.server().version(), environment.tls())
        + line(
            "driver   %s %s%s, %s, %s",
            environment.driver().name(),
            environment.driver().version(),
            setUp(scenario.client()),
            scenario.pool().equals("none")
                ? "no pool"
                : "HikariCP, a connection borrowed for every transaction",
            statements(environment))
        + rows(scenario.client().consume())
        + line("load     %s", load(scenario))
        + line("data     %s", data(scenario));
  }

  /** What came out. */
  static String result(RunResult result, int columns) {
    StringBuilder text = new StringBuilder("\n");
    text.append(status(result));
    text.append(totals(result));
    text.append(latency(result, columns));
    text.append(ByStatementTable.of(result.statements()));
    text.append(errors(result.errorsByCode()));
    text.append(client(result));
    text.append(EndpointTable.of(result.endpoints()));
    return text.append(notes(result)).toString();
  }

  /** Whether the figures may be used, and what to bear in mind when reading them. */
  static String verdict(RunResult result) {
    return status(result) + notes(result);
  }

  /** Figures by statement and by endpoint; empty where there are none. */
  static String tables(RunResult result) {
    return ByStatementTable.of(result.statements()) + EndpointTable.of(result.endpoints());
  }

  private static String notes(RunResult result) {
    return result.warnings().stream()
        .map(warning -> line("note     %s", warning))
        .collect(Collectors.joining());
  }

  private static String setUp(ClientScenario client) {
    String with =
        client.driverWith().isEmpty() ? "" : " with " + String.join(", ", client.driverWith());
    return with + (client.parity().equals("none") ? ", as shipped" : "");
  }

  private static String statements(Environment environment) {
    return environment.driver().statements().equals("server")
        ? "statements prepared on the server"
        : "statements as text";
  }

  /** What is read of result sets, where that is more than sysbench reads. */
  private static String rows(String consume) {
    return switch (consume) {
      case "all" -> line("rows     all columns read");
      case "first-column" -> line("rows     first column read");
      default -> "";
    };
  }

  private static String load(RunScenario scenario) {
    Double rate = scenario.rate();
    String loop =
        rate == null
            ? "closed loop"
            : String.format(
                Locale.ROOT,
                "open loop at %s/s (%s arrivals)",
                Numbers.seconds(rate),
                scenario.arrivals());
    String time =
        scenario.timeSeconds() == 0
            ? "no time limit"
            : Numbers.seconds(scenario.timeSeconds()) + " s";
    String events =
        scenario.events() == 0
            ? ""
            : String.format(Locale.ROOT, ", at most %,d events", scenario.events());
    return String.format(
        Locale.ROOT,
        "%,d thread%s, %s, %s%s after %s s of warm-up",
        scenario.threads(),
        scenario.threads() == 1 ? "" : "s",
        loop,
        time,
        events,
        Numbers.seconds(scenario.warmupSeconds()));
  }

  private static String data(RunScenario scenario) {
    Map<String, Object> parameters = scenario.parameters();
    String shown =
        SHOWN_PARAMETERS.stream()
            .filter(parameters::containsKey)
            .map(name -> name + " " + number(parameters.get(name)))
            .collect(Collectors.joining(", "));
    return shown + (shown.isEmpty() ? "" : ", ") + "seed " + scenario.seed();
  }

  private static String number(@Nullable Object value) {
    return value instanceof Long whole
        ? String.format(Locale.ROOT, "%,d", whole)
        : String.valueOf(value);
  }

  private static String status(RunResult result) {
    StringBuilder text = new StringBuilder(line("%s", result.verdict().status()));
    if (result.verdict().status() == Status.INVALID) {
      for (String reason : result.verdict().reasons()) {
        text.append(line("         because: %s", reason));
      }
    }
    return text.toString();
  }

  private static String totals(RunResult result) {
    Totals totals = result.totals();
    StringBuilder text = new StringBuilder();
    text.append(count("transactions", totals.transactions(), result.throughput().tps()));
    text.append(count("queries", totals.queries(), result.throughput().qps()));
    text.append(
        line(
            "  %-14s %,d / %,d / %,d",
            "r / w / o", totals.reads(), totals.writes(), totals.others()));
    text.append(line("  %-14s %,.3f s", "elapsed", totals.elapsedSeconds()));
    Long arrivals = totals.arrivals();
    if (arrivals != null) {
      text.append(
          line(
              "  %-14s %,d, of which %,d unserved; backlog at most %,d",
              "arrivals", arrivals, totals.unserved(), totals.maxBacklog()));
    }
    if (totals.failed() + totals.unknown() + totals.stuck() > 0) {
      text.append(
          line(
              "  %-14s %,d failed, %,d unknown (lost at commit), %,d stuck",
              "not done", totals.failed(), totals.unknown(), totals.stuck()));
    }
    if (totals.reconnects() > 0) {
      text.append(count("reconnects", totals.reconnects(), null));
    }
    return text.toString();
  }

  private static String count(String name, long count, @Nullable Double perSecond) {
    return perSecond == null
        ? line("  %-14s %,14d", name, count)
        : line("  %-14s %,14d %,14.2f /s", name, count, perSecond);
  }

  private static String latency(RunResult result, int columns) {
    Table table =
        new Table(
            columns,
            List.of(
                new Table.Column("  times in ms", -16, 0),
                new Table.Column("min", 9, 1),
                new Table.Column("mean", 9, 0),
                new Table.Column("p50", 9, 0),
                new Table.Column("p90", 9, 2),
                new Table.Column("p95", 9, 0),
                new Table.Column("p99", 9, 0),
                new Table.Column("p99.9", 9, 0),
                new Table.Column("max", 9, 0)));
    Times failed = result.latency().failed();
    return line("%s", table.head())
        + times(table, "response", result.latency().response())
        + times(table, "service", result.latency().service())
        + (failed == null ? "" : times(table, "not done", failed));
  }

  private static String times(Table table, String name, Times times) {
    return line(
        "%s",
        table.row(
            List.of(
                "  " + name,
                Numbers.millis(times.min()),
                Numbers.millis(times.mean()),
                Numbers.millis(times.p50()),
                Numbers.millis(times.p90()),
                Numbers.millis(times.p95()),
                Numbers.millis(times.p99()),
                Numbers.millis(times.p999()),
                Numbers.millis(times.max()))));
  }

  private static String errors(List<ErrorCount> errors) {
    StringBuilder text = new StringBuilder();
    for (ErrorCount error : errors) {
      text.append(
          line(
              "  error %-8s %,d in phase %s, %,d rolled back and retried: %s",
              error.code(), error.count(), error.phase(), error.retried(), error.message()));
    }
    return text.toString();
  }

  private static String client(RunResult result) {
    Double perQuery = result.client().cpuMicrosPerQuery();
    Double utilization = result.client().cpuUtilization();
    return line(
        "  %-14s %,.2f s of CPU%s%s, %,.0f ms of GC pauses%s",
        "client",
        result.client().cpuSeconds(),
        utilization == null
            ? ""
            : String.format(
                Locale.ROOT,
                " (%.0f %% of %d cores)",
                100 * utilization,
                result.environment().cpu().cores()),
        perQuery == null ? "" : String.format(Locale.ROOT, ", %.1f µs a query", perQuery),
        result.client().gcPauseMs(),
        memory(result.client()).isEmpty() ? "" : ", " + memory(result.client()));
  }

  /** What memory the client used, as far as somebody looked; may be empty. */
  static String memory(RunResult.Client client) {
    return Stream.of(
            megabytes("heap", client.maxHeapBytes()), megabytes("RSS", client.peakRssBytes()))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String megabytes(String name, @Nullable Long bytes) {
    return bytes == null ? "" : String.format(Locale.ROOT, "%s %,.0f MB", name, bytes / 1e6);
  }
}
