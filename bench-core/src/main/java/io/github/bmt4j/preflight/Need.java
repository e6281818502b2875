package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requirements of a run on its server.
 *
 * @param pooled connections of the workers, usually one for each
 * @param pooledOfLogin connections with the same login, which may have a limit of its own; those
 *     beside the workers too
 * @param others connections beside those of the workers
 * @param statements largest number of statements that a connection prepares
 * @param psMode mode of statements with parameters
 * @param privileges on its tables, such as SELECT
 * @param tables tables that must exist or be created
 */
public record Need(
    int threads,
    int pooled,
    int pooledOfLogin,
    ConnectionScenario others,
    int statements,
    PsMode psMode,
    Set<String> privileges,
    List<Table> tables,
    boolean writes) {
  /**
   * Connections in addition to those of the workers: bmt's own that reads counters, and one for an
   * administrator.
   */
  static final int SPARE_CONNECTIONS = 2;

  public Need {
    privileges = Set.copyOf(privileges);
    tables = List.copyOf(tables);
  }

  /** Requirements of a run with one login and a connection for each thread. */
  public Need(
      int threads, int statements, PsMode psMode, Set<String> privileges, List<Table> tables) {
    this(
        threads,
        threads,
        threads,
        ConnectionScenario.NONE,
        statements,
        psMode,
        privileges,
        tables,
        Workload.writes(privileges));
  }

  public static Need ofConnections(int threads) {
    return new Need(threads, 0, PsMode.DISABLE, Set.of(), List.of());
  }

  public Need withStatements(int most, PsMode mode) {
    return new Need(threads, pooled, pooledOfLogin, others, most, mode, privileges, tables, writes);
  }

  public Need writing(boolean does) {
    return new Need(
        threads, pooled, pooledOfLogin, others, statements, psMode, privileges, tables, does);
  }

  boolean changes() {
    return writes || privileges.contains("CREATE TEMPORARY TABLES");
  }

  /**
   * The needs of the server behind each endpoint. Endpoints that lead to one server share theirs.
   *
   * @param roundRobin of its connections
   */
  public List<Need> split(List<ServerKey> endpoints, RoundRobin roundRobin) {
    Map<String, Integer> ofServer = new HashMap<>();
    Map<ServerKey, Integer> ofLogin = new HashMap<>();
    Map<String, Integer> idleOf = new HashMap<>();
    RoundRobin even = new RoundRobin(endpoints.size());
    for (int i = 0; i < endpoints.size(); i++) {
      int threads = roundRobin.threadsOf(i, pooled);
      ofServer.merge(endpoints.get(i).server(), threads, Integer::sum);
      int idle = even.threadsOf(i, others.idle());
      idleOf.merge(endpoints.get(i).server(), idle, Integer::sum);
      ofLogin.merge(endpoints.get(i), threads + idle + others.atOnce(), Integer::sum);
    }
    return endpoints.stream()
        .map(
            endpoint ->
                share(
                    ofServer.getOrDefault(endpoint.server(), 0),
                    ofLogin.getOrDefault(endpoint, 0),
                    idleOf.getOrDefault(endpoint.server(), 0)))
        .toList();
  }

  private Need share(int ofServer, int ofLogin, int idle) {
    return new Need(
        threads == pooled ? ofServer : threads,
        ofServer,
        ofLogin,
        new ConnectionScenario(idle, others.pingSeconds(), others.perSecond()),
        statements,
        psMode,
        privileges,
        tables,
        writes);
  }

  /** Holders of the connections, in words: "8 threads", or "4 pooled connections". */
  String holders() {
    return threads == pooled ? counted(threads, "thread") : counted(pooled, "pooled connection");
  }

  int connections() {
    return pooled + others.most() + SPARE_CONNECTIONS;
  }

  long prepared() {
    return (long) pooled * statements;
  }
}
