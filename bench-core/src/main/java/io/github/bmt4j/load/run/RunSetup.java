package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.length;
import static io.github.bmt4j.report.Numbers.seconds;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.load.LoadScenario;
import io.github.bmt4j.load.Stage;
import io.github.bmt4j.load.ThinkTime;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Setup of a load: workload, server, driver, load and data. */
public final class RunSetup {
  private static final List<String> SHOWN_PARAMETERS =
      List.of(
          "tables",
          "scale",
          "table-size",
          "rows",
          "query",
          "rand-type",
          WorkloadInfo.STORAGE_ENGINE.name());
  private static final List<String> FASTER =
      List.of("connectTimeout=0", "useServerPrepStmts=true", "cachePrepStmts=true");

  private RunSetup() {}

  public static Setup of(RunScenario scenario, Environment environment) {
    String threads = counted(scenario.load().threads(), "thread");
    String from = scenario.load().threadsFrom();
    return of(scenario, environment, from == null ? threads : threads + " (" + from + ")");
  }

  public static Setup of(RunScenario scenario, Environment environment, String threads) {
    String statements = environment.driver().statements();
    String with =
        words(
            "%s, %s%s",
            driver(scenario.client()),
            scenario.client().pool().equals("none")
                ? "no pool"
                : pool(scenario.client().poolSize()),
            switch (statements) {
              case "server" -> ", statements prepared on the server";
              case "text" -> ", statements as text";
              default -> "";
            });
    RunCluster cluster = scenario.cluster();
    String nodes =
        cluster == null
            ? ""
            : words(
                ", topology %s, %s, load on %s%s",
                cluster.topology(),
                counted(cluster.replicas() + 1, "node"),
                String.join(", ", cluster.endpoints()),
                cluster.via() == null ? "" : " through HAProxy");
    List<Fact> facts = ResultKind.facts(environment, nodes, with);
    facts.addAll(scenario.client().properties().facts());
    parity(scenario.client(), environment.driver().url()).ifPresent(facts::add);
    rows(scenario.client().consume()).ifPresent(facts::add);
    facts.add(new Fact("load", load(scenario, threads)));
    others(scenario.load()).ifPresent(facts::add);
    AgentScenario agents = scenario.agents();
    if (agents != null) {
      facts.add(new Fact("agents", agents.text()));
    }
    facts.add(new Fact("data", data(scenario)));
    if (!scenario.failIf().isEmpty()) {
      facts.add(new Fact("fail if", String.join(", ", scenario.failIf())));
    }
    return new Setup(ResultKind.on(title(scenario), environment), facts);
  }

  private static String pool(@Nullable Integer size) {
    return (size == null ? "HikariCP" : "HikariCP with " + counted(size, "connection"))
        + ", a connection borrowed for every transaction";
  }

  private static Optional<Fact> parity(ClientScenario client, String url) {
    return client.driver().parity().equals("none")
        ? Optional.empty()
        : FASTER.stream()
            .filter(setting -> (url + "&").contains(setting + "&"))
            .findFirst()
            .map(
                setting ->
                    new Fact(
                        "parity",
                        "with sysbench: "
                            + setting
                            + " and others; --parity none measures the driver as shipped"));
  }

  private static String driver(ClientScenario client) {
    String with =
        client.driver().driverWith().isEmpty()
            ? ""
            : " with " + String.join(", ", client.driver().driverWith());
    return with + (client.driver().parity().equals("none") ? ", as shipped" : "");
  }

  private static Optional<Fact> rows(String consume) {
    return switch (consume) {
      case "all" -> Optional.of(new Fact("rows", "all columns read"));
      case "first-column" -> Optional.of(new Fact("rows", "first column read"));
      default -> Optional.empty();
    };
  }

  private static Optional<Fact> others(LoadScenario load) {
    ConnectionScenario others = load.connections();
    List<String> parts = new ArrayList<>();
    if (others != null && others.idle() > 0) {
      String time = seconds(others.pingSeconds());
      parts.add(
          words("%s, each touched every %s s", counted(others.idle(), "idle connection"), time));
    }
    if (others != null && others.perSecond() > 0) {
      parts.add(words("%s new connections/s for a statement each", seconds(others.perSecond())));
    }
    if (load.reconnect() != null) {
      parts.add(
          words(
              "a new connection for each thread after %s",
              counted(load.reconnect(), "transaction")));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new Fact("beside", String.join("; ", parts)));
  }

  private static String load(RunScenario scenario, String threads) {
    return words(
        "%s, %s%s after %s of warm-up",
        loop(scenario, threads),
        scenario.times().timeSeconds() == 0
            ? "no time limit"
            : time(scenario.times().timeSeconds()),
        scenario.allEvents() == 0 ? "" : words(", at most %,d events", scenario.allEvents()),
        time(scenario.times().warmupSeconds()));
  }

  /** Exactly: one of a broken number of minutes stays in seconds. */
  private static String time(double seconds) {
    return seconds % 60 == 0 ? length(1e3 * seconds) : seconds(seconds) + " s";
  }

  private static String loop(RunScenario scenario, String threads) {
    Integer terminals = scenario.load().terminals();
    if (terminals != null) {
      Object pacing = scenario.parameters().get("pacing");
      return words(
          "%s on %s%s",
          counted(terminals, "terminal"),
          threads.replace("thread", "connection"),
          pacing == null ? "" : ", pacing " + pacing);
    }
    Double rate = scenario.load().rate();
    ThinkTime think = scenario.load().think();
    String pauses = think == null ? "" : ", think time " + think.text();
    String arrivals = words(" (%s arrivals)", scenario.load().arrivals());
    if (!scenario.load().stages().isEmpty()) {
      boolean open = !scenario.load().changesThreads();
      return words(
          "%s, %s loop%s%s, %s",
          threads,
          scenario.load().loop(),
          open ? arrivals : "",
          pauses,
          scenario.load().stages().stream().map(Stage::text).collect(Collectors.joining(", ")));
    }
    return threads
        + (rate == null
            ? ", closed loop" + pauses
            : words(", open loop at %s/s%s", seconds(rate), arrivals));
  }

  private static String data(RunScenario scenario) {
    Map<String, Object> parameters = scenario.parameters();
    return SHOWN_PARAMETERS.stream()
            .filter(parameters::containsKey)
            .filter(name -> !WorkloadInfo.STORAGE_ENGINE.usual().equals(parameters.get(name)))
            .map(name -> parameter(name, parameters.get(name)) + ", ")
            .collect(Collectors.joining())
        + "seed "
        + scenario.load().seed();
  }

  private static String title(RunScenario scenario) {
    Map<String, Object> parameters = scenario.parameters();
    if (parameters.get("files") instanceof List<?> files) {
      return files.stream()
          .map(file -> (Map<?, ?>) file)
          .map(file -> file.get("file") + "@" + file.get("weight"))
          .collect(Collectors.joining(" "));
    }
    return parameters.get("mode") instanceof String mode
        ? scenario.workload() + ", mode " + mode + ","
        : scenario.workload();
  }

  public static String parameter(String name, @Nullable Object value) {
    return words(value instanceof Long ? "%s %,d" : "%s %s", name, value);
  }
}
