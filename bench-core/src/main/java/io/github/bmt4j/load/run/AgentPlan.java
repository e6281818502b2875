package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.Share;
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
    Share share,
    RunScenario scenario,
    Map<String, String> params,
    ScriptFiles.@Nullable Sent scripts,
    List<Endpoint> endpoints,
    boolean preparesOnServer) {
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

  record Driver(
      @Nullable String driver, List<String> with, boolean parity, Map<String, String> properties) {
    static Driver of(DriverWish wish) {
      DriverCoordinates driver = wish.driver();
      return new Driver(
          driver == null ? null : driver.text(),
          wish.with().stream().map(DriverCoordinates::text).toList(),
          wish.parity(),
          wish.properties());
    }

    DriverWish wish() {
      return new DriverWish(
          driver == null ? null : DriverCoordinates.parseAny("--driver", driver),
          with.stream().map(text -> DriverCoordinates.parseAny("--driver-with", text)).toList(),
          parity,
          properties);
    }
  }

  static AgentPlan of(
      Job job, Share share, ScriptFiles.@Nullable Sent scripts, RunEndpoints reached) {
    Map<String, String> params =
        job.params().asMap().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, one -> String.valueOf(one.getValue())));
    return new AgentPlan(
        share,
        job.scenario(),
        params,
        scripts,
        reached.endpoints().stream()
            .map(endpoint -> Endpoint.of(endpoint.server().target()))
            .toList(),
        reached.preparesOnServer());
  }

  Job job() {
    Workload workload =
        scripts == null ? Catalogue.byName(scenario.workload()) : scripts.workload();
    return new Job(workload, Params.resolve(workload.info(), params), scenario);
  }
}
