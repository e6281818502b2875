package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.load.run.TargetErrors;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.replication.HeartbeatTable;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Waits until a replica has everything, and compares its tables with the primary's. */
final class Comparison {
  /** Limit of one wait on the server; errors, limits and Ctrl-C are checked between waits. */
  static final Duration SLICE = Duration.ofMillis(500);

  /** A problem of a catch-up. */
  static final String INTERRUPTED = "the tables were not compared: interrupted";

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int SLICES_STOPPED = 10;

  private final CatchUpOrder order;
  private final ReplicaPair pair;
  private final Clock clock;
  private final StopSignal stop;

  /** Possible ends of a wait. */
  enum Arrival {
    /** The replica has everything. */
    COMPLETE,
    /** It is still behind, or the user ended the wait. */
    BEHIND,
    /** Replication does not run, or the replica does not answer. */
    BROKEN
  }

  /**
   * The end of a wait.
   *
   * @param words why replication does not run; "" where it does
   */
  record Waited(Arrival arrival, String words) {}

  Comparison(CatchUpOrder order, ReplicaPair pair, Clock clock, StopSignal stop) {
    this.order = order;
    this.pair = pair;
    this.clock = clock;
    this.stop = stop;
  }

  /** Waits until the replica has everything, for 10 min longer than a catch-up may take. */
  Waited awaitAll(Connection replica) {
    long end = clock.nanoTime() + PATIENCE.plus(order.giveUp()).toNanos();
    int stopped = 0;
    try {
      String position;
      try (Connection primary = pair.connectPrimary()) {
        position = pair.waiting().position(primary);
      }
      while (!pair.waiting().await(replica, position, SLICE)) {
        ReplicaState.Source state = pair.state(replica);
        String error = state.runs() ? "" : pair.error(replica, state);
        stopped = state.runs() ? 0 : stopped + 1;
        if (stopped >= SLICES_STOPPED || (!state.applies() && !error.isEmpty())) {
          return new Waited(Arrival.BROKEN, ReplicaWatch.words(error));
        }
        if (stop.given() || clock.nanoTime() > end) {
          return new Waited(Arrival.BEHIND, "");
        }
      }
      return new Waited(Arrival.COMPLETE, "");
    } catch (SQLException e) {
      return new Waited(Arrival.BROKEN, TargetErrors.words(e));
    }
  }

  /**
   * Tables that differ between the servers, the heartbeat included; "equal" without any, and absent
   * where they could not be compared.
   *
   * @param problems gets why they could not be compared
   */
  @Nullable String checksums(List<String> problems) {
    List<String> differ = new ArrayList<>();
    try (Connection primary = pair.toPrimary().connect();
        Connection replica = pair.toReplica().connect()) {
      for (String table : tables()) {
        if (stop.given()) {
          problems.add(INTERRUPTED);
          return null;
        }
        String sql = "CHECKSUM TABLE " + table;
        Map<String, String> here = Sql.pairs(primary, sql);
        if (!here.equals(Sql.pairs(replica, sql))) {
          differ.addAll(here.keySet());
        }
      }
    } catch (SQLException e) {
      problems.add("the tables were not compared: " + TargetErrors.words(e));
      return null;
    }
    return differ.isEmpty() ? CatchUp.EQUAL : String.join(", ", differ);
  }

  private List<String> tables() {
    return Stream.concat(
            order.job().tables().stream().map(Table::name), Stream.of(HeartbeatTable.NAME))
        .toList();
  }
}
