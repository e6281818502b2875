package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.load.agent.AgentGroup;
import io.github.bmt4j.load.agent.AgentLoad;
import io.github.bmt4j.load.agent.AgentSpec;
import io.github.bmt4j.load.agent.AgentUse;
import io.github.bmt4j.load.agent.Hello;
import io.github.bmt4j.load.agent.Wire;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.workload.script.ScriptFiles;
import io.github.bmt4j.workload.script.ScriptWorkload;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The agents that make the loads of a command, from its start to its end. */
public final class Agents implements AutoCloseable {
  private final AgentGroup group;
  private final ScriptFiles.@Nullable Sent scripts;

  private Agents(AgentGroup group, ScriptFiles.@Nullable Sent scripts) {
    this.group = group;
    this.scripts = scripts;
  }

  private static void check(List<Job> jobs, int agents, int endpoints) {
    jobs.forEach(job -> check(job, agents, endpoints));
  }

  private static void check(Job job, int agents, int endpoints) {
    int threads = job.scenario().load().threads();
    String each =
        counted(agents, "agent") + (endpoints > 1 ? " has one for each server" : " has one");
    BadInputException.check(
        threads >= agents * endpoints,
        "--threads",
        "=" + threads + ": give at least " + agents * endpoints + ", so that each of the " + each);
    BadInputException.check(
        job.scenario().connections() >= agents * endpoints,
        "--pool-size",
        ": give at least " + agents * endpoints + ", so that each of the " + each);
    BadInputException.check(
        job.scenario().load().terminals() == null, "--pacing", " cannot be combined with --agent");
    BadInputException.check(
        job.scenario().load().dealt().equals(EndpointPlan.EVEN),
        "--endpoint-threads",
        " and --endpoint-events cannot be combined with --agent");
    long events = job.scenario().times().events();
    BadInputException.check(
        events <= 0 || events >= agents,
        "--events",
        "=" + events + ": give at least " + agents + ", so that each of the " + each);
    BadInputException.check(
        !(job.workload() instanceof ScriptWorkload own && own.readsRowsOnce()),
        "a CSV file whose rows are read once cannot be dealt over agents: use random or"
            + " sequential");
  }

  /**
   * Starts the agents of a job, which load the driver; bmt and driver must be the same there.
   *
   * @param dealt loads of which each agent must get a part
   */
  static Agents start(
      Job job,
      List<Job> dealt,
      int endpoints,
      AgentScenario asked,
      LoadDriver driver,
      Context context)
      throws TargetException {
    List<AgentSpec> specs = specs(asked);
    check(dealt, AgentSpec.least(specs), endpoints);
    ScriptFiles.Sent scripts =
        job.workload() instanceof ScriptWorkload own ? ScriptFiles.Sent.of(own) : null;
    LoadTimes times = job.scenario().times();
    AgentUse use =
        new AgentUse(
            context.progress(),
            context.stop(),
            context.ready(),
            Clock.seconds(times.warmupSeconds() + times.timeSeconds()));
    AgentGroup group = AgentGroup.start(specs, Hello.own(), context.clock(), use);
    try (CloseOnFailure ready = new CloseOnFailure(group::close)) {
      check(dealt, group.agents().size(), endpoints);
      group.checkDriver(driver);
      ready.succeeded();
      return new Agents(group, scripts);
    }
  }

  private static List<AgentSpec> specs(AgentScenario asked) {
    return AgentSpec.parse(
        asked.agent(),
        asked.agentCommand().stream().map(CommandText::reveal).toList(),
        Launch.jvm(jvmOptions(), AgentMain.class, List.of()));
  }

  /** This JVM's options for memory and compiler, which local agents get, too. */
  private static List<String> jvmOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.matches("-X(m|X:).*"))
        .filter(option -> !option.startsWith("-XX:SharedArchiveFile"))
        .toList();
  }

  AgentLoad load(Job job, RunEndpoints reached, Context context) {
    return new AgentLoad(
        group,
        LoadPlans.of(job, Portion.WHOLE, reached.preparesOnServer()),
        context.clock(),
        context.stop(),
        number -> Wire.text(AgentPlan.of(job, new Portion(number, size()), scripts, reached)));
  }

  int size() {
    return group.agents().size();
  }

  /**
   * Checks each agent's limits for its part of a load, and those of agents that share local ports
   * for all of their parts.
   *
   * @return warnings, each with the agent's name
   * @throws TargetException when the part is more than an agent's process or machine allows
   */
  List<String> check(List<Target> targets, Need whole) throws TargetException {
    Map<String, Hello> agents = new LinkedHashMap<>();
    group.agents().forEach(agent -> agents.put(agent.name(), agent.hello()));
    return check(agents, targets, whole);
  }

  /** Checks them, in the order of their portions. */
  static List<String> check(Map<String, Hello> agents, List<Target> targets, Need whole)
      throws TargetException {
    Map<String, List<Need>> ofNetworks = new HashMap<>();
    Map<String, Need> parts = new HashMap<>();
    agents.forEach(
        (name, hello) -> {
          Need part = part(whole, new Portion(parts.size(), agents.size()));
          parts.put(name, part);
          ofNetworks.computeIfAbsent(hello.network(), one -> new ArrayList<>()).add(part);
        });
    List<String> warnings = new ArrayList<>();
    for (Map.Entry<String, Hello> agent : agents.entrySet()) {
      String name = "agent " + agent.getKey() + ": ";
      Hello hello = agent.getValue();
      try {
        Preflight.checkClient(
                hello.client(),
                targets,
                Objects.requireNonNull(parts.get(agent.getKey())),
                ofNetworks.getOrDefault(hello.network(), List.of()))
            .forEach(warning -> warnings.add(name + warning));
      } catch (TargetException e) {
        throw new TargetException(name + e.getMessage(), e);
      }
    }
    return warnings;
  }

  private static Need part(Need whole, Portion portion) {
    ConnectionScenario others = whole.others();
    return new Need(
        (int) portion.part(whole.threads()),
        (int) portion.part(whole.pooled()),
        (int) portion.part(whole.pooledOfLogin()),
        new ConnectionScenario(
            (int) portion.part(others.idle()),
            others.pingSeconds(),
            others.perSecond() / portion.of()),
        whole.statements(),
        whole.psMode(),
        whole.privileges(),
        whole.tables(),
        whole.writes());
  }

  @Override
  public void close() {
    group.close();
  }
}
