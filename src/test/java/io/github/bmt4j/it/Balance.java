package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.failover.balance.BalanceFigures;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.balance.BalanceResult;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.ItServers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of {@code bmt balance} that has ended, as tests look at it. */
record Balance(Ended ended, BalanceResult result) {
  private static final Pattern MISSING =
      Pattern.compile(
          "operations failed or were missing with all servers up: [\\d,]+ of ([\\d,]+) operations"
              + " of the (\\w+) ended OK.*");

  static Balance run(String... words) {
    return on(ItServers.embedded(), words);
  }

  static Balance on(TargetSpec target, String... words) {
    return of(Bmt.command().run(words(target, words)));
  }

  static Running start(String... words) {
    return Bmt.command().start(words(ItServers.embedded(), words));
  }

  private static String[] words(TargetSpec target, String... words) {
    Signals.needProc();
    List<String> all = new ArrayList<>(List.of("balance"));
    all.addAll(Arrays.asList(words));
    all.addAll(List.of("--target", target.word(), "--cache-dir", ItServers.cache().toString()));
    return all.toArray(String[]::new);
  }

  static Balance of(Ended ended) {
    return new Balance(ended, ended.result(BalanceResult.class));
  }

  /** Checks that it counts, but for what a busy machine does to the client. */
  Balance counts() {
    List<String> reasons =
        result.verdict().texts().stream().filter(reason -> !isLateness(reason)).toList();
    BusyMachine.atMost(reasons, "stdout:\n%s\nstderr:\n%s", ended.out(), ended.err());
    return this;
  }

  /**
   * Whether operations with all servers up are missing just because they ended too late: all were
   * due and begun, and none failed or hung.
   */
  private boolean isLateness(String reason) {
    Matcher missing = MISSING.matcher(reason);
    if (!missing.matches() || figures().stuck().hasHung()) {
      return false;
    }
    Phases<Served> served = figures().served().get(missing.group(2));
    Served before = served == null ? null : served.before();
    List<Long> due =
        ended.operations().stream()
            .filter(row -> row[1].equals(missing.group(2)))
            .map(row -> Long.valueOf(row[2]))
            .distinct()
            .sorted()
            .toList();
    return before != null
        && before.failed() + before.unknown() + before.unserved() == 0
        && due.size() >= 0.95 * Ended.number(missing.group(1))
        && due.get(due.size() - 1) == due.size() - 1;
  }

  BalanceFigures figures() {
    return result.balance();
  }

  ServerLoad server(String name) {
    ServerLoad server = figures().perServer().get(name);
    assertThat(server).isNotNull();
    return server;
  }

  /**
   * Reads that ended OK on a server in a time, in ms from the start, counted from what is stored.
   */
  double reads(String server, double fromMs, double toMs) {
    return (double)
        ended.operations().stream()
            .filter(
                cells ->
                    cells[1].equals("reader") && cells[8].equals("OK") && cells[12].equals(server))
            .mapToDouble(cells -> Double.parseDouble(cells[7]))
            .filter(endMs -> endMs >= fromMs && endMs < toMs)
            .count();
  }
}
