package io.github.bmt4j.catchup;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.preflight.ReplicaState;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Waits until a replica has caught up, and compares its tables with the primary's. */
record ReplicaCheck(CatchUpOrder order, ReplicaPair pair, Clock clock, StopSignal stop) {
  /** Limit of one wait; errors, limits and Ctrl-C are checked between waits. */
  static final Duration SLICE = Duration.ofMillis(500);

  static final Reason INTERRUPTED =
      Code.INTERRUPTED.of("the tables were not compared: interrupted");

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long STOPPED_NANOS = 5_000_000_000L;
  private static final int LOST_MILLIS = 10_000;

  private static final Duration CHECKSUM_PATIENCE = Duration.ofMinutes(10);

  /** Waits a moment for the replica. */
  interface Arrival {
    /** Seconds from the start until the replica had caught up; absent before. */
    @Nullable Double seconds() throws SQLException;
  }

  record Ending(
      Outcome outcome,
      double elapsedSeconds,
      @Nullable Long claimedSeconds,
      @Nullable String words) {}

  /** Waits until the replica has everything, for 10 min longer than a catch-up may take. */
  Ending awaitAll(Connection replica) {
    return awaitAll(replica, PATIENCE.plus(order.scenario().giveUp()));
  }

  Ending awaitAll(Connection replica, Duration limit) {
    long began = clock.nanoTime();
    try (Connection primary = pair.connectPrimary()) {
      String position = pair.waiting.position(primary);
      return await(replica, at(replica, position, began), began, limit, true);
    } catch (SQLException e) {
      return new Ending(Outcome.LOST, 0, null, TargetErrors.words(e));
    }
  }

  Arrival at(Connection replica, String position, long beganNanos) {
    return () ->
        pair.waiting.await(replica, position, SLICE)
            ? (Double) ((clock.nanoTime() - beganNanos) / 1e9)
            : null;
  }

  /**
   * Waits until the replica has caught up, replication has ended with an error or not run for 5 s,
   * the replica has not answered for 10 s, the time is over, or the user ends the command.
   *
   * @param beganNanos start of the limit, on the clock
   */
  Ending await(
      Connection replica, Arrival arrival, long beganNanos, Duration limit, boolean receiving) {
    Long claimed = null;
    Long stoppedNanos = null;
    try {
      replica.setNetworkTimeout(Runnable::run, LOST_MILLIS);
      while (true) {
        ReplicaState.Source state = pair.state(replica);
        Long claim = state.claimedSeconds();
        claimed = claimed == null || (claim != null && claim > claimed) ? claim : claimed;
        Double arrived = arrival.seconds();
        if (arrived != null) {
          return new Ending(Outcome.CAUGHT_UP, arrived, claimed, null);
        }
        long now = clock.nanoTime();
        double elapsed = (now - beganNanos) / 1e9;
        boolean over = elapsed >= limit.toMillis() / 1e3;
        if (state.applies() && (state.receives() || !receiving)) {
          stoppedNanos = null;
        } else {
          String error = pair.error(replica, state);
          stoppedNanos = stoppedNanos == null ? now : stoppedNanos;
          // A receiver that has lost the primary tries again; an applier with an error does not.
          boolean broken = now - stoppedNanos >= STOPPED_NANOS;
          if (over || broken || (!state.applies() && !error.isEmpty())) {
            return new Ending(Outcome.BROKEN, elapsed, claimed, words(error));
          }
        }
        if (over || stop.given()) {
          return new Ending(over ? Outcome.GAVE_UP : Outcome.INTERRUPTED, elapsed, claimed, null);
        }
      }
    } catch (SQLException e) {
      double elapsed = (clock.nanoTime() - beganNanos) / 1e9;
      return new Ending(Outcome.LOST, elapsed, claimed, TargetErrors.words(e));
    }
  }

  private static String words(String error) {
    return error.isEmpty() ? "replication is stopped, and the server gives no error" : error;
  }

  /**
   * Tables that differ between the servers, the heartbeat included; "equal" if none does, absent if
   * they could not be compared.
   */
  @Nullable String checksums(List<Reason> problems) {
    List<String> differ = new ArrayList<>();
    try (Connection primary = pair.connectPrimary();
        Connection replica = pair.connectReplica()) {
      primary.setNetworkTimeout(Runnable::run, (int) CHECKSUM_PATIENCE.toMillis());
      replica.setNetworkTimeout(Runnable::run, (int) CHECKSUM_PATIENCE.toMillis());
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
      problems.add(
          Code.TABLES_DIFFER.of(
              "the tables were not compared, with a limit of 10 min for each: "
                  + TargetErrors.words(e)));
      return null;
    }
    return differ.isEmpty() ? CatchUp.EQUAL : String.join(", ", differ);
  }

  private List<String> tables() {
    return Stream.concat(
            order.job().tables().stream().map(Table::name), Stream.of(pair.heartbeat.name()))
        .toList();
  }
}
