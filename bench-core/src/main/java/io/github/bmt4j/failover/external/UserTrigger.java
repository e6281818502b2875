package io.github.bmt4j.failover.external;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.TimedCall;
import io.github.bmt4j.experiment.UserCommand;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * The user's command or code that changes the primary.
 *
 * @param password that it may also know, and print
 * @param log receives a command's output, without secrets
 */
record UserTrigger(
    FailoverOrder.Outside outside,
    ChangeScenario.External change,
    Secret password,
    Path log,
    Clock clock) {
  private static final String NAME = "the trigger";

  /**
   * Runs it to its end.
   *
   * @throws TargetException when it fails, takes longer than its timeout, or is stopped
   */
  void run(BooleanSupplier stopped) throws TargetException {
    Duration patience = Duration.ofMillis(change.triggerTimeoutMillis());
    Callable<?> action = outside.action();
    if (action == null) {
      new UserCommand(NAME, outside.trigger(), output -> Files.writeString(log, output), password)
          .run(patience, stopped);
      return;
    }
    try {
      TimedCall.of("bmt-trigger", action, patience, clock, stopped);
    } catch (ExecutionException e) {
      String failure = Redacted.text(String.valueOf(e.getCause()), Set.of(password.reveal()));
      throw new TargetException(NAME + " failed: " + failure, e.getCause());
    } catch (TimeoutException e) {
      String late = NAME + " did not end within " + patience.toSeconds() + " s";
      throw new TargetException(stopped.getAsBoolean() ? "stopped" : late, e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }
}
