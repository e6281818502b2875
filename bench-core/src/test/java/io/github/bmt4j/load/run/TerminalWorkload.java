package io.github.bmt4j.load.run;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.KindTotal;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.ShareRule;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadFigure;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Point selects of users at terminals, by turns of two kinds, of which one is too frequent. */
record TerminalWorkload(Workload selects, int count) implements Workload {
  /** A job of a second, without a warm-up. */
  static Job job(int terminals, int threads) {
    Job job = ShortJob.of(threads);
    Workload selects = Catalogue.byName("oltp_point_select");
    Params params = Params.resolve(selects.info(), Map.of("table-size", "1000"));
    RunScenario scenario = SampleResult.atTerminals(job.scenario(), terminals);
    return new Job(new TerminalWorkload(selects, terminals), params, scenario.with(params.asMap()));
  }

  @Override
  public WorkloadInfo info() {
    return selects.info();
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    return selects.tables(params, threads);
  }

  @Override
  public int statementsPerConnection(Params params) {
    return selects.statementsPerConnection(params);
  }

  @Override
  public List<String> kinds(Params params) {
    return List.of("even", "odd");
  }

  @Override
  public List<ShareRule> shares(Params params) {
    return List.of(new ShareRule("odd", 0.0, 0.1, null));
  }

  @Override
  public List<WorkloadFigure> figures(
      Params params, List<KindTotal> kinds, double seconds, boolean valid) {
    return List.of(
        new WorkloadFigure("even ones", 60 * kinds.get(0).transactions() / seconds, "1/min"));
  }

  @Override
  public Optional<Terminals> terminals(Params params) {
    long millis = 1_000_000;
    return Optional.of(
        new Terminals(
            count,
            List.of(
                new Terminals.Pace(5 * millis, 5 * millis, false),
                new Terminals.Pace(10 * millis, 10 * millis, true))));
  }

  @Override
  public Session newSession(SessionContext context) {
    Session session = selects.newSession(context);
    return new Session() {
      private long number;

      @Override
      public void attach(Connection connection) throws SQLException {
        session.attach(connection);
      }

      @Override
      public void next() {
        session.next();
      }

      @Override
      public void next(int terminal, long nextNumber) {
        number = nextNumber;
        session.next();
      }

      @Override
      public int kind() {
        return (int) (number % 2);
      }

      @Override
      public void execute(StatementCounts counts) throws SQLException {
        session.execute(counts);
        counts.share(0, number % 2, 1);
      }

      @Override
      public void detach() throws SQLException {
        session.detach();
      }
    };
  }
}
