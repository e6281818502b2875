package io.github.bmt4j.engine;

import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.target.PsMode;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import java.util.Locale;

/**
 * A scenario with the workload that it names.
 *
 * @param params the scenario's parameters, as the workload reads them
 */
public record Job(Workload workload, Params params, Scenario scenario) {
  List<Table> tables() {
    return workload.tables(params, scenario.threads());
  }

  int statements() {
    return workload.statementsPerConnection(params);
  }

  PsMode psMode() {
    return PsMode.valueOf(scenario.psMode().toUpperCase(Locale.ROOT));
  }

  boolean openLoop() {
    return scenario.loop().equals("open");
  }
}
