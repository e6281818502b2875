package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.line;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
import io.github.bmt4j.jmhfile.JmhResult.Jvm;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A result of JMH as text. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class JmhReport extends ResultKind<JmhResult> {
  public JmhReport() {
    super(JmhResult.KIND, JmhResult.class, "jmh");
  }

  @Override
  public String summary(JmhResult result, int columns) {
    return result(result);
  }

  @Override
  public String text(JmhResult result, int columns) {
    return result(result);
  }

  /** What came out. */
  static String result(JmhResult result) {
    List<Benchmark> benchmarks = result.jmh().benchmarks();
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "%s of JMH, measured at %s",
            result.file(), result.measuredAt().truncatedTo(ChronoUnit.SECONDS)));
    benchmarks.stream().map(Benchmark::jvm).distinct().forEach(jvm -> text.append(jvm(jvm)));
    List<Environment> servers = result.servers();
    if (servers != null) {
      servers.forEach(server -> text.append(server(server)));
    }
    text.append("\n").append(line("%s", result.verdict().status()));
    for (String reason : result.verdict().reasons()) {
      text.append(line("         because: %s", reason));
    }
    text.append("\n").append(JmhTable.of(benchmarks)).append("\n");
    for (String warning : result.warnings()) {
      text.append(line("note     %s", warning));
    }
    return text.toString();
  }

  private static String jvm(Jvm jvm) {
    String arguments = String.join(" ", jvm.arguments());
    return line(
        "jvm      %s %s, JMH %s%s",
        jvm.vmName(),
        jvm.vmVersion(),
        jvm.jmhVersion(),
        arguments.isEmpty() ? "" : ", " + arguments);
  }

  private static String server(Environment environment) {
    return line(
            "server   %s %s, %s, TLS %s",
            environment.server().product(),
            environment.server().version(),
            environment.server().description(),
            environment.tls())
        + line(
            "driver   %s %s, %s",
            environment.driver().name(),
            environment.driver().version(),
            environment.driver().url());
  }
}
