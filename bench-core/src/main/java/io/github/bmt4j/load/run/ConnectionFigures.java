package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.load.ConnectionMeasurement;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a run beside those of its workers.
 *
 * @param idle idle connections; absent without any
 * @param connects new connections, each closed after a statement; absent without any
 * @param server growth while idle connections and those of the workers were opened; absent if the
 *     server does not tell it
 */
public record ConnectionFigures(
    @Nullable Idle idle, @Nullable Connects connects, @Nullable Server server) {
  /**
   * Idle connections.
   *
   * @param opened number that was opened
   * @param lost number that were closed, or did not answer, before the end of the load
   * @param pings touches that were answered
   * @param openSeconds time to open all
   * @param heapBytesEach growth of the client's heap for each, without garbage; absent, as the
   *     next, for fewer than 500 connections of a process: each agent is one
   * @param residentBytesEach growth of the client's resident memory for each; absent if the system
   *     does not report it
   * @param serverBytesEach growth of the memory of the server's process for each new connection,
   *     those of the workers too; absent if it is not visible, or for fewer than 500 connections
   */
  public record Idle(
      int opened,
      long lost,
      long pings,
      double openSeconds,
      @Nullable Double heapBytesEach,
      @Nullable Double residentBytesEach,
      @Nullable Double serverBytesEach) {}

  /**
   * New connections in the measurement.
   *
   * @param opened connections that were opened, and whose statement was answered
   * @param failed connections that could not be opened, or whose statement failed
   * @param arrivals connections that were due
   * @param unserved those that were never begun
   * @param atOnce most that may be under way at once
   * @param response from the moment when a connection was due to the answer to its statement
   */
  public record Connects(
      long opened,
      @Nullable Double perSecond,
      long failed,
      long arrivals,
      long unserved,
      int atOnce,
      Times response,
      List<ErrorCount> errorsByCode) {
    public Connects {
      errorsByCode = List.copyOf(errorsByCode);
    }
  }

  /**
   * Readings of the servers, or their growth.
   *
   * @param connected their {@code Threads_connected}
   * @param residentBytes resident memory of their processes; absent if not all are visible
   */
  public record Server(long connected, @Nullable Long residentBytes) {
    private Server since(Server earlier) {
      return new Server(
          connected - earlier.connected,
          residentBytes == null || earlier.residentBytes == null
              ? null
              : (Long) (residentBytes - earlier.residentBytes));
    }
  }

  static @Nullable ConnectionFigures of(
      ConnectionScenario wanted,
      Measurement measured,
      @Nullable Server before,
      @Nullable Server opened) {
    ConnectionMeasurement all = measured.connections();
    if (all == null) {
      return null;
    }
    Server growth = before == null || opened == null ? null : opened.since(before);
    return new ConnectionFigures(
        wanted.idle() == 0 ? null : idle(all.idle(), growth),
        all.connects() == null ? null : connects(all.connects(), wanted.atOnce()),
        growth);
  }

  private static Idle idle(ConnectionMeasurement.Idle idle, @Nullable Server growth) {
    return new Idle(
        idle.opened(),
        idle.lost(),
        idle.pings(),
        Rounding.elapsed(idle.openNanos()),
        each((Long) idle.heapBytes(), idle.opened()),
        idle.residentBytes() < idle.heapBytes()
            ? null
            : each((Long) idle.residentBytes(), idle.opened()),
        growth == null || Math.min(idle.opened(), growth.connected) < ConnectionMeasurement.TELLING
            ? null
            : each(growth.residentBytes, growth.connected));
  }

  private static @Nullable Double each(@Nullable Long bytes, long number) {
    return bytes == null || bytes <= 0 ? null : (Double) Rounding.round((double) bytes / number, 1);
  }

  private static Connects connects(Measurement measured, int atOnce) {
    Totals totals = Totals.of(measured, true);
    return new Connects(
        totals.transactions(),
        RunFigures.throughput(measured).tps(),
        totals.failed() + totals.unknown() + totals.stuck(),
        measured.queue().arrivals(),
        totals.unserved(),
        atOnce,
        RunFigures.latency(measured.latencies(), totals.withoutTime(), List.of()).response(),
        RunFigures.errors(measured.errors(), Set.of()));
  }

  /** Reasons why the load was not the wanted one: connections were lost, or not opened. */
  static List<Reason> problems(@Nullable ConnectionMeasurement measured) {
    List<Reason> problems = new ArrayList<>();
    if (measured == null) {
      return problems;
    }
    ConnectionMeasurement.Idle idle = measured.idle();
    if (idle.lost() > 0) {
      problems.add(
          Code.SERVER_LOST.of(
              words("%,d of %,d idle connections were lost", idle.lost(), idle.opened())));
    }
    Measurement connects = measured.connects();
    if (connects == null) {
      return problems;
    }
    connects.ending().problems().forEach(one -> problems.add(one.in("new connections")));
    Totals totals = Totals.of(connects, true);
    long failed = totals.failed() + totals.unknown() + totals.stuck();
    if (failed > 0) {
      problems.add(
          Code.SERVER_LOST.of(
              words(
                  "%,d of %,d new connections failed%s",
                  failed,
                  failed + totals.transactions(),
                  connects.errors().isEmpty()
                      ? ""
                      : ": " + connects.errors().get(0).firstMessage())));
    }
    Judgement.missed(totals)
        .ifPresent(missed -> problems.add(Code.RATE_MISSED.of("new connections " + missed)));
    if (totals.transactions() + failed == 0) {
      problems.add(Code.NOTHING_MEASURED.of("no new connection was opened"));
    }
    return problems;
  }
}
