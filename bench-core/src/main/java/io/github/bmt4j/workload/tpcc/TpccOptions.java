package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The options of the workload {@code tpcc}: those of sysbench-tpcc under its names, and bmt's own.
 *
 * @param weights of the kinds, by their ordinal
 * @param checksForeignKeys true if sessions have the server check foreign keys
 */
record TpccOptions(
    TpccMode mode,
    Calls calls,
    int sets,
    int warehouses,
    Users users,
    List<Integer> weights,
    boolean checksForeignKeys,
    Params params) {
  private static final int MAX_SETS = 1000;
  private static final int MAX_TERMINALS = 10_000_000;
  private static final int MOST_CARDS = 10_000;
  private static final double SLOWEST = 100;
  private static final double FASTEST = 0.0001;
  private static final Set<String> WITHOUT_TRANSACTIONS =
      Set.of(
          "archive aria blackhole connect csv memory mroonga mrg_myisam myisam s3".split(" ", -1));
  private static final String WEIGHTS = "10,10,1,1,1";

  /**
   * Users at terminals.
   *
   * @param terminals number of them, where there is pacing
   * @param pacing factor of the specification's keying and think times; 0 for none
   * @param deferred true if they do not wait for deliveries
   */
  record Users(int terminals, double pacing, boolean deferred) {}

  /** Form in which the statements of a transaction are sent. */
  enum Calls {
    /** Each alone, as in sysbench-tpcc. */
    STATEMENTS,
    /** A transaction is one CALL. */
    PROCEDURES
  }

  static List<DeclaredOption<?>> specs() {
    return Stream.concat(own().stream(), Stream.of(KeyDistribution.SEED)).toList();
  }

  private static List<DeclaredOption<?>> own() {
    return List.of(
        DeclaredOption.integer("tables", 1, 1, MAX_SETS, "sets of nine tables"),
        DeclaredOption.integer(
            "scale", 1, 1, Short.MAX_VALUE, "warehouses in each set of tables, of about 100 MB"),
        DeclaredOption.choice(
            "mode",
            "spec",
            List.of("spec", "sysbench"),
            "spec: TPC-C by its specification; sysbench: the statements of sysbench-tpcc"),
        DeclaredOption.choice(
            "calls",
            "statements",
            List.of("statements", "procedures"),
            "statements: one at a time; procedures: one CALL per transaction"),
        DeclaredOption.flag("use-fk", true, "create foreign keys"),
        DeclaredOption.choice(
            "check-fk",
            "auto",
            List.of("auto", "on", "off"),
            "have the server check foreign keys in the run; auto: on, but off in mode sysbench"),
        DeclaredOption.flag("force-pk", false, "add a primary key to the history table"),
        DeclaredOption.choice(
            "trx-level", "RR", List.of("RR", "RC", "SER"), "isolation level of the transactions"),
        DeclaredOption.flag(
            "enable-purge",
            false,
            "mode sysbench: a sixth transaction, of weight 1, deletes old orders"),
        DeclaredOption.text(
            "weights",
            WEIGHTS,
            "weights of new orders, payments, order status, deliveries, stock level"),
        DeclaredOption.text(
            "pacing",
            "none",
            "keying and think times: none, spec (those of the specification), or a factor such as"
                + " 0.01"),
        DeclaredOption.integer(
            "terminals",
            0,
            0,
            MAX_TERMINALS,
            "number of terminals, which share the connections; needs pacing; 0: 10 per warehouse"),
        DeclaredOption.choice(
            "delivery",
            "inline",
            List.of("inline", "deferred"),
            "with pacing: whether a terminal waits for its deliveries"),
        WorkloadInfo.STORAGE_ENGINE,
        DeclaredOption.text("mysql-table-options", "", "text appended to CREATE TABLE"));
  }

  static TpccOptions of(Params params) {
    TpccMode mode = TpccMode.valueOf(params.text("mode").toUpperCase(Locale.ROOT));
    Calls calls = Calls.valueOf(params.text("calls").toUpperCase(Locale.ROOT));
    int sets = params.integer("tables");
    int warehouses = params.integer("scale");
    int terminals = params.integer("terminals");
    String checks = params.text("check-fk");
    TpccOptions options =
        new TpccOptions(
            mode,
            calls,
            sets,
            warehouses,
            new Users(
                terminals == 0 ? Math.multiplyExact(Order.DISTRICTS, sets * warehouses) : terminals,
                pacing(params.text("pacing")),
                params.text("delivery").equals("deferred")),
            weights(params.text("weights"), params.flag("enable-purge")),
            checks.equals("auto") ? mode == TpccMode.SPEC : checks.equals("on"),
            params);
    options.check(terminals > 0);
    return options;
  }

  private void check(boolean terminalsGiven) {
    boolean sysbench = mode == TpccMode.SYSBENCH;
    String engines = params.text(WorkloadInfo.STORAGE_ENGINE.name());
    BadInputException.check(
        sysbench || Collections.disjoint(WITHOUT_TRANSACTIONS, List.of(engines.split(", ", -1))),
        "--mode",
        "=spec requires a storage engine with transactions, not "
            + engines
            + ": give --mode=sysbench, or use tables made with innodb");
    BadInputException.check(
        !sysbench || calls == Calls.STATEMENTS,
        "--calls",
        "=" + params.text("calls") + " requires --mode=spec");
    BadInputException.check(!sysbench || users.pacing == 0, "--pacing", " requires --mode=spec");
    BadInputException.check(
        sysbench || !params.flag("enable-purge"), "--enable-purge", " requires --mode=sysbench");
    BadInputException.check(
        users.pacing > 0 || !users.deferred, "--delivery", "=deferred requires --pacing");
    BadInputException.check(
        users.pacing == 0 || users.terminals <= MAX_TERMINALS,
        "--scale",
        words(
            "=%s with --tables=%s: 10 terminals for each warehouse are more than %s: give"
                + " --terminals too",
            warehouses, sets, MAX_TERMINALS));
    BadInputException.check(
        users.pacing > 0 || !terminalsGiven,
        "--terminals",
        " requires --pacing; without pacing, give only --threads");
  }

  private static double pacing(String text) {
    if (text.equals("none")) {
      return 0;
    }
    if (text.equals("spec")) {
      return 1;
    }
    try {
      double factor = Double.parseDouble(text);
      if (factor >= FASTEST && factor <= SLOWEST) {
        return factor;
      }
    } catch (NumberFormatException e) {
      // It is said below what is wanted.
    }
    throw new BadInputException(
        "--pacing", "=" + text + ": give none, spec, or a factor from 0.0001 to 100");
  }

  private static List<Integer> weights(String text, boolean purge) {
    List<Integer> weights = new ArrayList<>();
    try {
      Arrays.stream(text.split(",", -1))
          .map(String::strip)
          .map(Integer::valueOf)
          .forEach(weights::add);
    } catch (NumberFormatException e) {
      weights.clear();
    }
    long sum = weights.stream().mapToLong(Integer::longValue).sum();
    BadInputException.check(
        weights.size() == TpccKind.PURGE.ordinal()
            && weights.stream().allMatch(weight -> weight >= 0)
            && sum >= 1
            && sum <= MOST_CARDS,
        "--weights",
        "=" + text + ": give five numbers, 1 to 10000 in all, such as " + WEIGHTS);
    if (purge) {
      weights.add(TpccKind.PURGE.weight);
    }
    return List.copyOf(weights);
  }

  TpccLayout layout() {
    return new TpccLayout(
        sets,
        warehouses,
        params.flag("use-fk"),
        params.flag("force-pk"),
        mode == TpccMode.SYSBENCH,
        params.text(WorkloadInfo.STORAGE_ENGINE.name()),
        params.text("mysql-table-options"),
        params.number("rand-seed"));
  }

  List<TpccKind> kinds() {
    return List.of(TpccKind.values()).subList(0, weights.size());
  }

  boolean usualMix() {
    return params.text("weights").equals(WEIGHTS);
  }

  boolean readsCommitted() {
    return params.text("trx-level").equals("RC");
  }

  int allWarehouses() {
    return sets * warehouses;
  }

  List<String> connectionSql() {
    String level =
        switch (params.text("trx-level")) {
          case "RC" -> "READ COMMITTED";
          case "SER" -> "SERIALIZABLE";
          default -> "REPEATABLE READ";
        };
    return List.of(
        "SET SESSION TRANSACTION ISOLATION LEVEL " + level,
        "SET foreign_key_checks = " + (checksForeignKeys ? 1 : 0));
  }
}
