package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.load.agent.PartPlan;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an agent's part of a load. Holds passwords: it goes over standard input only.
 *
 * @param scenario of the whole load
 * @param params of the workload, as text
 * @param scripts the user's own SQL; absent for a workload of bmt's
 * @param preparesOnServer true if statements with parameters are prepared on the server
 */
record AgentPlan(
    Portion portion,
    RunScenario scenario,
    Map<String, String> params,
    ScriptFiles.@Nullable Sent scripts,
    List<Endpoint> endpoints,
    boolean preparesOnServer)
    implements PartPlan {
  record Endpoint(String description, String url, String user, String password, boolean ours) {
    static Endpoint of(Target target) {
      return new Endpoint(
          target.description(),
          target.url(),
          target.user(),
          target.password().reveal(),
          target.ours());
    }

    Target target() {
      return new Target(description, url, user, Secret.of(password), ours);
    }
  }

  static AgentPlan of(
      Job job, Portion portion, ScriptFiles.@Nullable Sent scripts, RunEndpoints reached) {
    Map<String, String> params =
        job.params().asMap().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, one -> String.valueOf(one.getValue())));
    return new AgentPlan(
        portion,
        job.scenario(),
        params,
        scripts,
        reached.endpoints().stream()
            .map(endpoint -> Endpoint.of(endpoint.server().target()))
            .toList(),
        reached.preparesOnServer());
  }

  @Override
  public OpenPart open(LoadDriver driver, Clock clock, StopSignal stop) {
    Workload workload =
        scripts == null ? Catalogue.byName(scenario.workload()) : scripts.workload();
    Job job = new Job(workload, Params.resolve(workload.info(), params), scenario);
    PsMode mode = preparesOnServer ? PsMode.AUTO : PsMode.DISABLE;
    List<Connector> connectors =
        endpoints.stream()
            .map(endpoint -> driver.connector(endpoint.target(), mode, job.statements()))
            .toList();
    return new LocalLoad(job, portion, connectors, preparesOnServer, clock, stop, Progress.SILENT);
  }
}
