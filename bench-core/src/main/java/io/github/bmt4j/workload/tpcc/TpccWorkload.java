package io.github.bmt4j.workload.tpcc;

import com.google.auto.service.AutoService;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.workload.ConsistencyCheck;
import io.github.bmt4j.workload.KindTotal;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.ShareRule;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.TableReset;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadFigure;
import io.github.bmt4j.workload.WorkloadInfo;
import io.github.bmt4j.workload.tpcc.TpccOptions.Calls;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * TPC-C's five transactions on its nine tables: by the rules of its specification 5.11, or of
 * sysbench-tpcc.
 */
@AutoService(Workload.class)
public final class TpccWorkload implements Workload {
  private static final WorkloadInfo INFO =
      new WorkloadInfo(
          "tpcc",
          2,
          "TPC-C's five transactions, or sysbench-tpcc's with --mode=sysbench",
          TpccOptions.specs());

  private static final double NANOS = 1e9;

  private static final double SHORTEST_SECONDS = 7200;

  private static final double DEFERRED_LIMIT_SECONDS = 80;

  @Override
  public WorkloadInfo info() {
    return INFO;
  }

  @Override
  public void check(Params params) {
    TpccOptions.of(params);
  }

  @Override
  public List<Table> tables(Params params, int threads) {
    return TpccTables.of(TpccOptions.of(params).layout());
  }

  @Override
  public int statementsPerConnection(Params params) {
    return new TpccSession(new SessionContext(params, 0, 1, 1), TpccOptions.of(params))
        .statements();
  }

  /** sysbench-tpcc sends all of them as text. */
  @Override
  public PsMode psMode(Params params) {
    return TpccOptions.of(params).mode() == TpccMode.SYSBENCH ? PsMode.DISABLE : PsMode.AUTO;
  }

  @Override
  public @Nullable Integer addsRows(Params params) {
    return null;
  }

  @Override
  public List<String> kinds(Params params) {
    return TpccOptions.of(params).kinds().stream().map(TpccKind::word).toList();
  }

  @Override
  public List<String> connectionSql(Params params) {
    return TpccOptions.of(params).connectionSql();
  }

  /** Servers count statements in procedures by rules of their own. */
  @Override
  public boolean countsAreKnown(Params params) {
    return TpccOptions.of(params).calls() != Calls.PROCEDURES;
  }

  @Override
  public void prepare(Connection connection, Params params) throws SQLException {
    TpccOptions options = TpccOptions.of(params);
    if (options.calls() == Calls.PROCEDURES) {
      TpccProcedures.make(connection, options.sets());
    }
  }

  /** Each mode loads different rows; the decimals of taxes show the mode. */
  @Override
  public List<String> tableNotes(Connection connection, Params params) throws SQLException {
    boolean sysbench = TpccOptions.of(params).mode() == TpccMode.SYSBENCH;
    Long decimals =
        Sql.numberOrNull(
            connection,
            "SELECT numeric_scale FROM information_schema.columns WHERE table_schema = DATABASE()"
                + " AND table_name = 'warehouse1' AND column_name = 'w_tax'");
    return decimals == null || (decimals == 2) == sysbench
        ? List.of()
        : List.of(
            sysbench
                ? "the rows are those of mode spec: their texts are random, and compress less than"
                    + " those of sysbench-tpcc"
                : "the rows are those of sysbench-tpcc: most texts are one letter repeated, and"
                    + " compress about ten times better than those of TPC-C");
  }

  @Override
  public void drop(Connection connection, Params params) throws SQLException {
    TpccProcedures.drop(connection, TpccOptions.of(params).sets());
  }

  @Override
  public Set<String> privileges(Params params) {
    Set<String> privileges = new HashSet<>(Workload.super.privileges(params));
    if (TpccOptions.of(params).calls() == Calls.PROCEDURES) {
      privileges.addAll(Set.of("CREATE ROUTINE", "EXECUTE"));
    }
    return privileges;
  }

  @Override
  public List<String> notes(Params params) {
    TpccOptions options = TpccOptions.of(params);
    return List.of(
        options.mode() == TpccMode.SPEC
            ? "mode spec: the rules of TPC-C 5.11; this is not an audited TPC-C result"
            : "mode sysbench: the statements and keys of sysbench-tpcc, not those of TPC-C; this is"
                + " not an audited TPC-C result");
  }

  @Override
  public List<ShareRule> shares(Params params) {
    return TpccShares.rules(TpccOptions.of(params));
  }

  @Override
  public Optional<Terminals> terminals(Params params) {
    TpccOptions options = TpccOptions.of(params);
    if (options.users().pacing() == 0) {
      return Optional.empty();
    }
    List<Terminals.Pace> paces =
        options.kinds().stream()
            .map(
                kind ->
                    new Terminals.Pace(
                        Math.round(kind.keyingSeconds * options.users().pacing() * NANOS),
                        Math.round(kind.meanThinkSeconds * options.users().pacing() * NANOS),
                        kind == TpccKind.DELIVERY && options.users().deferred()))
            .toList();
    return Optional.of(new Terminals(options.users().terminals(), paces));
  }

  /**
   * New orders a minute; as tpmC, truncated to a whole number (5.4.4), only for a VALID run of two
   * hours (5.5.2.1) on one set of tables with terminals, keying, think and response times by
   * clauses 5.2.5.3 and 5.2.5.7.
   */
  @Override
  public List<WorkloadFigure> figures(
      Params params, List<KindTotal> kinds, double seconds, boolean valid) {
    if (kinds.isEmpty() || seconds <= 0) {
      return List.of();
    }
    TpccOptions options = TpccOptions.of(params);
    KindTotal orders = kinds.get(TpccKind.NEW_ORDER.ordinal());
    double perMinute = 60 / seconds;
    double all = orders.transactions() * perMinute;
    List<WorkloadFigure> figures = new ArrayList<>();
    if (valid && seconds >= SHORTEST_SECONDS && isSpecified(options, kinds)) {
      figures.add(new WorkloadFigure("tpmC", Math.floor(all), "1/min"));
    }
    figures.add(new WorkloadFigure("NOPM", all, "1/min"));
    figures.add(
        new WorkloadFigure(
            "NOPM without rollbacks",
            (orders.transactions() - orders.rollbacks()) * perMinute,
            "1/min"));
    return List.copyOf(figures);
  }

  private static boolean isSpecified(TpccOptions options, List<KindTotal> kinds) {
    return options.users().pacing() == 1
        && options.sets() == 1
        && !options.readsCommitted()
        && options.usualMix()
        && options.users().terminals() == Order.DISTRICTS * options.allWarehouses()
        && IntStream.range(0, kinds.size())
            .allMatch(
                i ->
                    isInTime(
                        options.kinds().get(i),
                        options.users().deferred(),
                        kinds.get(i).p90Millis()));
  }

  private static boolean isInTime(TpccKind kind, boolean deferred, @Nullable Double p90Millis) {
    double seconds =
        kind == TpccKind.DELIVERY && deferred ? DEFERRED_LIMIT_SECONDS : kind.limitSeconds;
    return p90Millis != null && p90Millis <= seconds * 1000;
  }

  @Override
  public Optional<ConsistencyCheck> consistencyCheck(Params params) {
    return Optional.of(new TpccCheck(TpccOptions.of(params).layout(), params.flag("enable-purge")));
  }

  @Override
  public Optional<TableReset> tableReset(Params params) {
    return Optional.of(new TpccReset(TpccOptions.of(params).layout()));
  }

  @Override
  public Session newSession(SessionContext context) {
    return new TpccSession(context, TpccOptions.of(context.params()));
  }
}
