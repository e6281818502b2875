package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.TablePreparer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The part of the contract that decides whether a run is VALID, on a real server: rows that
 * operations add, sizes of tables, and writes that are read back. For every workload whose tables
 * are small; TPC-C has tests of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkloadContractIT {
  private static final int TRANSACTIONS = 20;

  /** Enough to change each of the rows. */
  private static final int OF_ANOTHER = 1_000;

  private static final long MOST_ROWS = 20_000;

  @AutoClose private Server server;
  private List<Table> tables = List.of();

  static List<Workload> workloads() {
    return Catalogue.all().stream()
        .filter(
            workload ->
                workload.tables(params(workload), 2).stream().mapToLong(Table::rows).sum()
                    <= MOST_ROWS)
        .toList();
  }

  @BeforeAll
  void start() throws Exception {
    server = ItServers.open(ItServers.embedded(), "innodb_flush_log_at_trx_commit=0");
  }

  @AfterEach
  void dropTables() throws Exception {
    preparer().drop(tables);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void tablesHaveTheRowsThatItDeclaresBeforeAndAfterARun(Workload workload) throws Exception {
    prepare(workload);
    assertThat(preparer().prepare(tables, 2).warnings()).as("after the load").isEmpty();
    long before = rows();
    run(workload, 0, TRANSACTIONS);
    Integer each = workload.addsRows(params(workload));
    if (each != null) {
      assertThat(rows() - before).as("added rows").isEqualTo(TRANSACTIONS * each.longValue());
    }
    assertThatCode(() -> preparer().prepare(tables, 2))
        .as("after a run")
        .doesNotThrowAnyException();
  }

  /** It is not found before it was written, and later writes do not hide one that is kept. */
  @ParameterizedTest
  @MethodSource("workloads")
  void theLastWriteIsFoundAsLongAsItDeclares(Workload workload) throws Exception {
    prepare(workload);
    LastWrite last = run(workload, 0, TRANSACTIONS);
    if (last == null) {
      return;
    }
    assertThat(found(last)).as("after the write").isEqualTo(last.content());
    if (last.kept()) {
      run(workload, 1, OF_ANOTHER);
      assertThat(found(last)).as("after other writes").isEqualTo(last.content());
    }
    preparer().drop(tables);
    prepare(workload);
    assertThat(found(last)).as("before the write").isNotEqualTo(last.content());
  }

  private void prepare(Workload workload) throws Exception {
    tables = workload.tables(params(workload), 2);
    preparer().prepare(tables, 2);
    try (Connection connection = connector().connect()) {
      workload.prepare(connection, params(workload));
    }
  }

  private @Nullable LastWrite run(Workload workload, int worker, int transactions)
      throws SQLException {
    Session session =
        workload.newSession(new SessionContext(params(workload), worker, 2, 5 + worker));
    StatementCounts counts = new StatementCounts();
    try (Connection connection = connector().connect()) {
      session.attach(connection);
      for (int i = 0; i < transactions; i++) {
        session.next();
        session.execute(counts);
      }
      if (session.pending()) {
        session.finish(counts);
      }
      session.detach();
    }
    return session.lastWrite();
  }

  private long rows() throws SQLException {
    long rows = 0;
    for (Table table : tables) {
      rows += Long.parseLong(Queries.one(server.target(), "SELECT COUNT(*) FROM " + table.name()));
    }
    return rows;
  }

  private String found(LastWrite write) throws SQLException {
    try (Connection connection = connector().connect()) {
      return Sql.text(connection, write.sql());
    }
  }

  private static Params params(Workload workload) {
    Map<String, String> few = new HashMap<>();
    for (DeclaredOption<?> spec : workload.info().params()) {
      if (spec.name().equals("table-size")) {
        few.put(spec.name(), Long.toString(Math.max(100, (long) spec.min())));
      }
    }
    return Params.resolve(workload.info(), few);
  }

  private Connector connector() {
    return new Connector(server.target(), PsMode.AUTO, 0);
  }

  private TablePreparer preparer() {
    return new TablePreparer(connector(), Progress.SILENT, new StopSignal());
  }
}
