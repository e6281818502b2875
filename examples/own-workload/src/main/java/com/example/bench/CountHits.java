package com.example.bench;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Statements;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Counts hits of pages: an operation is one UPDATE of a page; all pages are equally likely. */
public final class CountHits implements Workload {
  private static final String HIT = "UPDATE pages SET hits = hits + 1 WHERE id = ?";

  @Override
  public WorkloadInfo info() {
    return new WorkloadInfo(
        "count_hits",
        1,
        "one UPDATE of a page's hits, without a transaction",
        List.of(DeclaredOption.integer("pages", 1_000, 1, 1_000_000_000, "rows of the table")));
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    long pages = params.number("pages");
    return List.of(
        new Table(
            "pages",
            "CREATE TABLE pages (id BIGINT PRIMARY KEY, hits BIGINT NOT NULL)",
            List.of(),
            pages,
            pages,
            "id",
            "pages",
            new Table.Loading(
                "INSERT INTO pages (id, hits) VALUES",
                () -> (sql, number) -> sql.append('(').append(number).append(",0)")),
            Table.Membership.NONE));
  }

  @Override
  public int statementsPerConnection(Params params) {
    return 1;
  }

  @Override
  public Set<String> privileges(Params params) {
    return Set.of("SELECT", "UPDATE");
  }

  @Override
  public Session newSession(SessionContext context) {
    return new Hits(context);
  }

  /** Session of one worker. */
  private static final class Hits implements Session {
    private final Statements statements = new Statements(List.of(HIT));
    private final SplitMix64 random;
    private final long pages;
    private long page;

    Hits(SessionContext context) {
      random = context.random();
      pages = context.params().number("pages");
    }

    @Override
    public void attach(Connection connection) {
      statements.attach(connection);
    }

    @Override
    public void prepare() throws SQLException {
      statements.prepareAll();
    }

    @Override
    public void next() {
      page = random.nextLong(pages) + 1;
    }

    @Override
    public void execute(StatementCounts counts) throws SQLException {
      counts.phase(ErrorPhase.STATEMENT);
      PreparedStatement hit = statements.prepared(0);
      hit.setLong(1, page);
      // Without a transaction, the statement itself makes the write permanent.
      counts.phase(ErrorPhase.COMMIT);
      counts.changed(hit.executeUpdate());
    }

    @Override
    public void detach() throws SQLException {
      statements.detach();
    }
  }
}
