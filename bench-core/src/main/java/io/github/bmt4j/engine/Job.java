package io.github.bmt4j.engine;

import io.github.bmt4j.doctor.Need;
import io.github.bmt4j.scenario.Scenario;
import io.github.bmt4j.target.ConnectionSource;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.HikariConnections;
import io.github.bmt4j.target.PlainConnections;
import io.github.bmt4j.target.PsMode;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
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
  /** The tables that must be there. */
  public List<Table> tables() {
    return workload.tables(params, scenario.threads());
  }

  /** How many different statements one connection prepares at most. */
  public int statements() {
    return workload.statementsPerConnection(params);
  }

  /** What it needs of its server. */
  public Need need() {
    return new Need(scenario.threads(), statements(), psMode(), workload.privileges(), tables());
  }

  /** How statements with parameters go. */
  public PsMode psMode() {
    return PsMode.valueOf(scenario.psMode().toUpperCase(Locale.ROOT));
  }

  /** Where its workers get their connections. Opens none. */
  public ConnectionSource connections(Connector connector) {
    return scenario.pool().equals("none")
        ? new PlainConnections(connector)
        : new HikariConnections(connector, scenario.threads());
  }

  /** A new session of a worker, by its number from 0. */
  public Session session(int worker) {
    return workload.newSession(
        new SessionContext(params, worker, scenario.threads(), scenario.seed()));
  }

  boolean openLoop() {
    return scenario.loop().equals("open");
  }
}
