package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the client of a run goes about its work. Never a password.
 *
 * @param driver coordinates of the JDBC driver as the user wrote them; absent for bmt's own
 * @param driverWith coordinates of what the driver gets in addition to its jar
 * @param driverProperties properties of the driver that the user set, without secrets
 * @param parity "sysbench" for the settings that make drivers do sysbench's work, or "none" for a
 *     driver as shipped
 * @param consume what is read of a result set: "none" of it (it is fetched as a whole), the
 *     "first-column" of every row, or "all" columns
 * @param byStatement whether every statement of a transaction is timed
 * @param poolSize connections of the pool, dealt over the endpoints; absent for one a thread
 * @param check whether the workload's tables are checked after the load
 * @param dealt threads and operations that each endpoint has of its own; absent where the load is
 *     dealt evenly
 * @param watch nodes that the user chose to watch, and what is asked of them; absent where nothing
 *     was chosen
 * @param sampled what is read of the servers meanwhile; absent for the usual
 * @param agents that make the load; absent where this process does
 */
public record ClientScenario(
    @Nullable String driver,
    List<String> driverWith,
    Map<String, String> driverProperties,
    String parity,
    String consume,
    boolean byStatement,
    @Nullable Integer poolSize,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean check,
    @Nullable EndpointPlan dealt,
    @Nullable NodesScenario watch,
    @Nullable ServerScenario sampled,
    @Nullable AgentScenario agents) {
  /** What runs do unless told otherwise. */
  public static final ClientScenario DEFAULT =
      new ClientScenario(
          null,
          List.of(),
          Map.of(),
          "sysbench",
          "none",
          false,
          null,
          false,
          null,
          null,
          null,
          null);

  /** The same through a driver. */
  public ClientScenario through(
      @Nullable String other, List<String> with, Map<String, String> properties, String how) {
    return new ClientScenario(
        other,
        with,
        properties,
        how,
        consume,
        byStatement,
        poolSize,
        check,
        dealt,
        watch,
        sampled,
        agents);
  }

  /** The same, with a check of the tables after the load. */
  ClientScenario checked() {
    return copy(true, dealt, watch, sampled, agents);
  }

  /** The same on a cluster. */
  public ClientScenario on(@Nullable EndpointPlan endpoints, @Nullable NodesScenario nodes) {
    return copy(check, endpoints, nodes, sampled, agents);
  }

  /** The same with another series of the servers; absent for the usual one. */
  public ClientScenario sampling(@Nullable ServerScenario series) {
    return copy(check, dealt, watch, series, agents);
  }

  /** The same, made by agents. */
  public ClientScenario by(@Nullable AgentScenario others) {
    return copy(check, dealt, watch, sampled, others);
  }

  private ClientScenario copy(
      boolean checks,
      @Nullable EndpointPlan endpoints,
      @Nullable NodesScenario nodes,
      @Nullable ServerScenario series,
      @Nullable AgentScenario others) {
    return new ClientScenario(
        driver,
        driverWith,
        driverProperties,
        parity,
        consume,
        byStatement,
        poolSize,
        checks,
        endpoints,
        nodes,
        series,
        others);
  }

  /** Threads and operations of each endpoint. */
  EndpointPlan endpoints() {
    return dealt == null ? EndpointPlan.EVEN : dealt;
  }

  /** The series of the servers, as requested. */
  ServerScenario series() {
    return sampled == null ? ServerScenario.USUAL : sampled;
  }

  /**
   * Returns true if the rows of the workload's tables are counted on every node during the load.
   */
  boolean countsRows() {
    return watch != null && watch.countRows();
  }
}
