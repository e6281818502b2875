package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.run.RunResult.Client;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges other work on the client's machine than that of client and servers, and its effect on the
 * figures. The limits, and what they were measured by, are in docs/method.md.
 */
public final class BusyMachine {
  static final double JUDGED_SECONDS = 5;

  /** Share of the client's processors from which on other processes, and the host, count. */
  private static final double OTHERS = 0.25;

  private static final double STEAL_NOTED = 0.05;
  private static final double STEAL = 0.25;

  /**
   * Share of the time in which it had work that the client may wait for a processor, three times as
   * long as it runs, where other processes count: response times are a multiple from here on.
   */
  private static final double WAITED = 0.75;

  /** The same where a server on this machine may be the other process. */
  private static final double WAITED_BESIDE_SERVER = 0.9;

  private BusyMachine() {}

  /**
   * A client and its load.
   *
   * @param agents names of the agents there; empty where this process makes the load
   * @param threads workers
   * @param processors processors that the client may use
   * @param operations operations that ended OK
   * @param meanMillis their mean response time; nothing without any
   */
  record Load(
      String agents,
      Client client,
      int threads,
      double processors,
      long operations,
      @Nullable Double meanMillis) {
    /**
     * The largest share that its threads wait where they and as many threads of a server always
     * want to run, and besides them a compiler or collector on each processor.
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

  /** Reason against the figures of a load beside its server, given the use of their machine. */
  public static Optional<String> spoils(ClientReadings used, int threads, double elapsedSeconds) {
    return spoils(
        new Load("", Figures.client(used, true), threads, used.available(), 0, null),
        elapsedSeconds);
  }

  static Optional<String> spoils(Load load, double elapsedSeconds) {
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
    return starved ? Optional.of(waiting(load)) : Optional.empty();
  }

  static Optional<String> note(Load load) {
    Client client = load.client();
    Double waited = client.runQueueShare();
    Double others = client.othersShare();
    if (client.stealShare() != null && client.stealShare() > STEAL_NOTED) {
      return Optional.of(stolen(client.stealShare()));
    }
    boolean busy =
        others == null
            ? waited != null && waited > Math.max(WAITED, load.explained())
            : others > OTHERS;
    return busy ? Optional.of(waiting(load)) : Optional.empty();
  }

  private static String stolen(double share) {
    return words(
        "the host of the client's machine kept %.0f %% of the client's processors (steal)",
        100 * share);
  }

  private static String waiting(Load load) {
    Double others = load.client().othersShare();
    Double waited = load.client().runQueueShare();
    String used =
        others == null
            ? ""
            : words(
                "other programs used %.0f %% of the client's processors: end them, or run bmt"
                    + " elsewhere",
                100 * others);
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
            "%s, and its %d threads and a server explain %.0f %%",
            wait, load.threads(), 100 * load.explained());
  }
}
