package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.Stuck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Advice for the application to use a returned server sooner. */
final class BalanceAdvice {
  /** A server that is idle for a shorter time is not reported. */
  private static final long IDLE_NANOS = 2_000_000_000;

  /** Advised time on the deny list, except for a run that has this or less. */
  private static final Duration SHORT_DENIAL = Duration.ofSeconds(1);

  private static final Duration SHORTEST_LIFETIME = Duration.ofSeconds(30);

  private BalanceAdvice() {}

  /**
   * Advice for each cause of which the run has evidence.
   *
   * @param address of the lost server, as the driver connects to it; "" if it does not
   */
  static List<Advice> of(
      BalanceEvidence evidence, Stuck stuck, ApplicationSettings settings, String address) {
    List<Advice> lines = new ArrayList<>();
    Long limit = settings.socketTimeoutMillis();
    if (stuck.hasHung() && (limit == null || limit == 0)) {
      lines.add(
          new Advice(
              "socketTimeout",
              stuck.words() + ": the driver waits without a limit",
              "--socket-timeout=3s"));
    }
    Loss loss = evidence.loss();
    Long returned = loss == null ? null : loss.returnedNanos();
    if (loss == null || returned == null || address.isEmpty() || !evidence.client().traced()) {
      return lines;
    }
    List<Connect> tries = evidence.client().connects();
    long again =
        tries.stream()
            .filter(connect -> connect.address().equals(address))
            .mapToLong(Connect::startNanos)
            .filter(start -> start >= returned)
            .min()
            .orElse(evidence.endNanos());
    // The driver denies a server when a connection to it breaks, or cannot be opened.
    long failed =
        tries.stream()
            .filter(connect -> connect.address().equals(address) && !connect.connected())
            .mapToLong(Connect::startNanos)
            .filter(start -> start >= loss.lostNanos() && start < returned)
            .max()
            .orElse(loss.lostNanos());
    long denied = Math.max(returned, failed + settings.deniedListTimeout().toNanos());
    long shunned = Math.min(denied, again) - returned;
    if (shunned >= IDLE_NANOS
        && settings.deniedListTimeout().compareTo(SHORT_DENIAL) > 0
        && opened(tries, returned, returned + shunned)) {
      lines.add(denied(loss.server(), shunned, settings));
    }
    long lifetime = settings.maxLifetime().toMillis();
    if (again - denied >= IDLE_NANOS
        && (lifetime == 0 || lifetime > SHORTEST_LIFETIME.toMillis())
        && !opened(tries, denied, again)) {
      lines.add(
          new Advice(
              "maxLifetime",
              words(
                  "no connection was opened for %,d ms although %s was back and off the deny list:"
                      + " the pool keeps those that it has, and maxLifetime is %s",
                  (again - denied) / 1_000_000,
                  loss.server(),
                  lifetime == 0 ? "unlimited" : words("%,d s", lifetime / 1000)),
              "--pool-property=maxLifetime=30s"));
    }
    return lines;
  }

  private static Advice denied(String server, long nanos, ApplicationSettings settings) {
    return new Advice(
        "deniedList",
        words(
            "the driver avoided %s for %,d ms after its return: its deny list holds %,d ms",
            server, nanos / 1_000_000, settings.deniedListTimeout().toMillis()),
        "--denied-list-timeout=1s");
  }

  private static boolean opened(List<Connect> tries, long fromNanos, long toNanos) {
    return tries.stream()
        .anyMatch(
            connect ->
                connect.connected()
                    && connect.startNanos() >= fromNanos
                    && connect.startNanos() < toNanos);
  }
}
