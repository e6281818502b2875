package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges work of others than client and servers on the client's machine, and its effect on the
 * figures. The limits, and the measurements behind them, are in docs/method.md.
 */
public final class BusyMachine {
  static final double JUDGED_SECONDS = 5;

  /** Share of the client's processors from which on use by other processes and the host counts. */
  private static final double OTHERS = 0.25;

  private static final double STEAL_NOTED = 0.05;
  private static final double STEAL = 0.25;

  /**
   * Largest share of its busy time for which the client may wait for a processor (three times as
   * long as it runs) if other processes count: from here on, response times are a multiple.
   */
  private static final double WAITED = 0.75;

  /** The same share if a server on this machine may be the other process. */
  private static final double WAITED_BESIDE_SERVER = 0.9;

  private BusyMachine() {}

  /**
   * Use of the machines of a load.
   *
   * @param whole use of all by the client, or by all agents together
   * @param each each machine alone; the same where this process makes the load
   */
  record Uses(MachineUse whole, List<MachineUse> each) {}

  /**
   * A client and its load.
   *
   * @param agents names of the agents there; empty if this process makes the load
   * @param threads workers
   * @param processors processors that the client may use
   * @param operations operations that ended OK
   * @param meanMillis their mean response time; absent without operations
   */
  record MachineUse(
      String agents,
      Client client,
      int threads,
      double processors,
      long operations,
      @Nullable Double meanMillis) {
    /**
     * The largest share for which its threads wait if they, as many threads of a server, and a
     * compiler or collector on each processor always want to run.
     */
    private double explained() {
      return Math.max(0, 1 - processors / (2 * threads + processors));
    }

    private @Nullable Double waitedMillis() {
      Double waited = client.runQueueShare();
      if (waited == null || meanMillis == null || operations == 0) {
        return null;
      }
      double millis = 1e3 * client.cpuSeconds() * waited / Math.max(1e-4, 1 - waited) / operations;
      return Math.min(meanMillis, millis);
    }
  }

  /**
   * Reason against the figures of a load on its server's machine, given the use of that machine.
   */
  public static Optional<Reason> spoils(ClientReadings used, int threads, double elapsedSeconds) {
    return spoils(
        new MachineUse("", Client.of(used, true), threads, used.available(), 0, null),
        elapsedSeconds);
  }

  static Optional<Reason> spoils(MachineUse load, double elapsedSeconds) {
    Client client = load.client();
    Double waited = client.runQueueShare();
    Double others = client.othersShare();
    if (elapsedSeconds < JUDGED_SECONDS) {
      return Optional.empty();
    }
    if (client.stealShare() != null && client.stealShare() > STEAL) {
      return Optional.of(stolen(client.stealShare()));
    }
    boolean starved =
        waited != null
            && (others == null
                ? waited > Math.max(WAITED_BESIDE_SERVER, load.explained())
                : others > OTHERS && waited > WAITED);
    return starved ? Optional.of(Code.CLIENT_DISTURBED.of(waiting(load))) : Optional.empty();
  }

  static Optional<Reason> note(MachineUse load) {
    Client client = load.client();
    Double waited = client.runQueueShare();
    Double others = client.othersShare();
    Double steal = client.stealShare();
    if (steal != null && isStolen(steal)) {
      return Optional.of(stolen(steal));
    }
    boolean busy =
        others == null
            ? waited != null && waited > Math.max(WAITED, load.explained())
            : others > OTHERS;
    return busy ? Optional.of(Code.CLIENT_DISTURBED.of(waiting(load))) : Optional.empty();
  }

  /**
   * The use of the client's machine by others, if a VALID run without agents has a note on it; else
   * empty. On the machine of an agent, the server may be the other program.
   */
  public static Optional<String> ofOthers(RunResult run) {
    Client client = run.client();
    return Optional.ofNullable(client.othersShare())
        .filter(others -> others > OTHERS && !isStolen(client.stealShare()))
        .filter(others -> run.longEnough() && run.agents() == null)
        .filter(others -> run.verdict().status() == Status.VALID)
        .map(BusyMachine::byOthers);
  }

  private static boolean isStolen(@Nullable Double share) {
    return share != null && share > STEAL_NOTED;
  }

  private static String byOthers(double share) {
    return words("other programs used %.0f %% of the client's processors", 100 * share);
  }

  private static Reason stolen(double share) {
    return Code.CLIENT_STEAL.of(
        words(
            "the host of the client's machine kept %.0f %% of the client's processors (steal)",
            100 * share));
  }

  private static String waiting(MachineUse load) {
    Double others = load.client().othersShare();
    Double waited = load.client().runQueueShare();
    String used = others == null ? "" : byOthers(others) + ": end them, or run bmt elsewhere";
    if (waited == null) {
      return used;
    }
    Double millis = load.waitedMillis();
    String wait =
        words(
            "the client waited for a processor %.0f %% of the time in which it had work%s",
            100 * waited, millis == null ? "" : words(", by up to %.2f ms in the mean", millis));
    return others != null
        ? used + " (" + wait + ")"
        : words(
            "%s, and its %s and a server explain %.0f %%",
            wait, counted(load.threads(), "thread"), 100 * load.explained());
  }
}
