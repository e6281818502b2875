package io.github.bmt4j.load.run;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.HikariConnections;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PlainConnections;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.tables.WorkloadTables;
import io.github.bmt4j.workload.Consume;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A scenario with the workload that it names.
 *
 * @param params the scenario's parameters, as the workload reads them
 */
public record Job(Workload workload, Params params, RunScenario scenario)
    implements WorkloadTables {
  private static final long SEEDS = (1L << 31) - 1;

  public Job {
    workload.check(params);
  }

  String title() {
    return scenario.workload() + ", " + counted(threads(), "thread");
  }

  @Override
  public int threads() {
    return scenario.load().threads();
  }

  /**
   * This job with another number of threads, as a step of a sweep.
   *
   * @param number of the step, from 0: later steps have seeds of their own, so that none repeats
   *     another's keys and inserted rows
   */
  public Job step(int number, int threads) {
    return step(number, threads, scenario.load().rate());
  }

  public Job atRate(int number, double rate) {
    return step(number, threads(), rate);
  }

  private Job step(int number, int threads, @Nullable Double rate) {
    long seed =
        number == 0
            ? scenario.load().seed()
            : 1 + (SplitMix64.stateOf(scenario.load().seed(), number) >>> 1) % SEEDS;
    return new Job(workload, params, scenario.with(scenario.load().step(threads, rate, seed)));
  }

  public Job on(SortedSet<String> engines) {
    Params actual = paramsWith(engines);
    return actual.equals(params) ? this : new Job(workload, actual, scenario.with(actual.asMap()));
  }

  /** Returns true if its tables have as many rows after its operations as before. */
  public boolean keepsRows() {
    return Integer.valueOf(0).equals(workload.addsRows(params));
  }

  /** Largest number of different statements that a connection prepares. */
  public int statements() {
    return workload.statementsPerConnection(params);
  }

  /** Number of statements that each worker prepares on the server before the load. */
  int preparedFirst() {
    return Math.min(workload.preparedFirst(params), SessionContext.mostOpen(threads()));
  }

  public Need need() {
    return need(psMode());
  }

  public Need need(PsMode statementsGo) {
    return new Need(
        threads(),
        scenario.connections(),
        scenario.connections() + scenario.others().most(),
        scenario.others(),
        statements(),
        statementsGo,
        privileges(),
        tables(),
        workload.writes(params));
  }

  public Set<String> privileges() {
    return workload.privileges(params);
  }

  @Override
  public PsMode psMode() {
    return PsMode.valueOf(scenario.client().psMode().toUpperCase(Locale.ROOT));
  }

  public ConnectionSource connections(Connector connector) {
    return connections(connector, scenario.connections());
  }

  ConnectionSource connections(Connector connector, int size) {
    Connector sending = connector.sending(workload.connectionSql(params));
    return scenario.client().pool().equals("none")
        ? new PlainConnections(sending, false)
        : new HikariConnections(
            sending, size, scenario.client().poolSize() != null, scenario.client().properties());
  }

  public Session session(int worker) {
    return session(worker, Stopwatch.OFF);
  }

  Session session(int worker, Stopwatch stopwatch) {
    return workload.newSession(
        new SessionContext(
            params, worker, threads(), scenario.load().seed(), consume(), stopwatch));
  }

  private Consume consume() {
    return Consume.of(scenario.client().consume()).orElseThrow();
  }

  public RoundRobin roundRobin(int endpoints) {
    return new RoundRobin(endpoints, scenario.load().dealt().endpointThreads());
  }

  public void check(List<Target> targets) {
    RoundRobin roundRobin = roundRobin(targets.size());
    roundRobin.check("--threads", threads());
    roundRobin.check("--pool-size", scenario.connections());
    for (int i = 0; i < targets.size(); i++) {
      BadInputException.check(
          targets.get(i).dialect() == Dialect.MYSQL || !workload.isOfMysqlFamily(),
          scenario.workload()
              + " is SQL of MySQL and MariaDB: over "
              + JdbcUrl.redacted(targets.get(i).url())
              + " run your own, as in "
              + bmt("run order.sql"));
      BadInputException.check(
          targets.get(i).dialect() == targets.get(0).dialect(),
          "endpoints of different kinds of servers: load each kind alone");
      int connections = roundRobin.threadsOf(i, scenario.connections());
      JdbcUrl.checkDriversPool(
          JdbcUrl.replaced(targets.get(i).url(), scenario.client().driver().driverProperties()),
          connections,
          scenario.others().most() > 0 || scenario.load().reconnect() != null);
    }
  }

  public void checkLimits() {
    Threshold.of("--fail-if", scenario.failIf(), this);
  }
}
