package io.github.bmt4j.failover;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failover.client.AuditPlan;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Durability;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.ConsistencyCheck;
import io.github.bmt4j.workload.ConsistencyCheck.Rule;
import io.github.bmt4j.workload.WriteTraces;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The tables of an audited workload: made before a repetition, and held after it against what the
 * application was told of its writes.
 */
final class AuditedTables {
  private static final int LOADERS = 2;

  private final AuditPlan plan;
  private final WriteTraces traces;
  private final TestCluster cluster;
  private final Context context;
  private String mark = "";

  /** Rules that the tables violated before the fault, which is not to blame for that. */
  private Set<String> brokenBefore = Set.of();

  AuditedTables(AuditPlan plan, TestCluster cluster, Context context) {
    this.plan = plan;
    this.cluster = cluster;
    this.context = context;
    traces = traces(plan);
  }

  /** Traces that find the writes of a plan. */
  static WriteTraces traces(AuditPlan plan) {
    return plan.found()
        .writeTraces(plan.params())
        .orElseThrow(
            () ->
                new BadInputException(
                    "--audit=" + plan.workload() + " is not supported: only tpcc can be audited"));
  }

  /** Makes the tables that are missing, on the primary, and waits until the replicas have them. */
  void ready() throws TargetException {
    new TablePreparer(
            new Connector(cluster.target(), PsMode.DISABLE, 1), context.progress(), context.stop())
        .prepare(plan.found().tables(plan.params(), plan.sessions()), LOADERS);
    cluster.awaitReplicas();
    try (Connection connection = cluster.own(ConsistencyCheck.ANSWER_MILLIS)) {
      mark = traces.mark(connection);
      brokenBefore = broken(connection).stream().map(Rule::name).collect(Collectors.toSet());
    } catch (SQLException e) {
      throw new TargetException("cannot read the audited tables: " + told(e), e);
    }
  }

  Repetition audited(Repetition repetition, ClientLog client) {
    if (client.writes().stream().noneMatch(write -> write.outcome() == Outcome.OK)) {
      return repetition.invalid("the audit failed: no write of the workload succeeded");
    }
    try (Connection connection = cluster.connectToFinalPrimary(ConsistencyCheck.ANSWER_MILLIS)) {
      Map<String, String> found = traces.since(connection, mark);
      List<String> broken =
          broken(connection).stream()
              .filter(rule -> !brokenBefore.contains(rule.name()))
              .map(Rule::problem)
              .toList();
      Durability durability = Durability.of(client.writes(), found, broken);
      Repetition noted = brokenBefore.isEmpty() ? repetition : repetition.noted(notJudged());
      return noted.noted(durability.text()).audited(durability);
    } catch (SQLException | BadInputException e) {
      return RepetitionFindings.mayBeAway(cluster, repetition)
          ? repetition.noted("durability is not known: " + told(e))
          : repetition.invalid("the audit failed: " + told(e));
    }
  }

  private String notJudged() {
    return "durability: rules that the tables violated before the fault are not judged: "
        + String.join(", ", new TreeSet<>(brokenBefore))
        + "; bmt reset restores them";
  }

  private List<Rule> broken(Connection connection) throws SQLException {
    ConsistencyCheck check = plan.found().consistencyCheck(plan.params()).orElse(null);
    return check == null
        ? List.of()
        : check.check(connection, false, context.stop()::given).stream()
            .filter(rule -> rule.violations() > 0)
            .toList();
  }

  private static String told(Exception e) {
    return JdbcUrl.redacted(String.valueOf(e.getMessage()));
  }
}
