package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.KeyChooser;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Statements;
import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One INSERT, sent as text: sysbench's oltp_insert.
 *
 * <p>With {@code --auto-inc=on} the id is the literal 0, for which the server puts the next one
 * (unless its sql_mode has NO_AUTO_VALUE_ON_ZERO). With {@code off} the tables start empty and the
 * ids are {@link UniqueIds}.
 */
@AutoService(Workload.class)
public final class OltpInsert implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo("oltp_insert", 1, "one INSERT, without a transaction", OltpOptions.specs());

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public @Nullable Integer addsRows(Params params) {
    return 1;
  }

  @Override
  public Set<String> privileges(Params params) {
    return Set.of("INSERT");
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    OltpOptions options = OltpOptions.of(params);
    return options.autoInc() ? OltpTables.growing(options) : OltpTables.empty(options);
  }

  @Override
  public int statementsPerConnection(Params params) {
    return 0;
  }

  @Override
  public Session newSession(SessionContext context) {
    return new Inserts(context);
  }

  private static final class Inserts extends StatementSession {
    private final boolean autoInc;
    private final StatementTimer timer;
    private final SplitMix64 random;
    private final KeyChooser tables;
    private final KeyChooser keys;
    private final UniqueIds ids;
    private final DigitGroups c = new DigitGroups(DigitGroups.C);
    private final DigitGroups pad = new DigitGroups(DigitGroups.PAD);
    private final StringBuilder sql = new StringBuilder();
    private final boolean indexed;
    private long table;
    private long id;
    private long key;

    Inserts(SessionContext context) {
      super(new Statements(List.of()));
      OltpOptions options = OltpOptions.of(context.params());
      autoInc = options.autoInc();
      indexed = context.params().flag("create-secondary");
      timer = context.stopwatch().timer("insert", Stopwatch.Kind.WRITE);
      random = context.random();
      tables = KeyDistribution.uniform(options.tables(), random);
      keys = KeyDistribution.of(context.params()).over(options.tableSize(), random);
      ids = new UniqueIds(context);
    }

    @Override
    public void next() {
      sql.setLength(0);
      table = tables.next();
      id = autoInc ? 0 : ids.next();
      key = keys.next();
      sql.append("INSERT INTO sbtest").append(table).append(" (id, k, c, pad) VALUES (");
      sql.append(id).append(", ").append(key).append(", '");
      c.next(random).appendTo(sql);
      sql.append("', '");
      pad.next(random).appendTo(sql);
      sql.append("')");
    }

    @Override
    public void execute(StatementCounts counts) throws SQLException {
      counts.phase(ErrorPhase.COMMIT);
      String text = sql.toString();
      Statement insert = statements.text();
      long start = timer.start();
      int rows = insert.executeUpdate(text);
      timer.stop(start);
      counts.changed(rows);
    }

    /** By the index of k if the server chose the id; without that index it would take long. */
    @Override
    public @Nullable LastWrite lastWrite() {
      String place = autoInc ? "k = " + key : "id = " + id;
      return autoInc && !indexed
          ? null
          : new LastWrite(
              "SELECT 1 FROM sbtest" + table + " WHERE " + place + " AND c = '" + c + "' LIMIT 1",
              "1",
              true);
    }
  }
}
