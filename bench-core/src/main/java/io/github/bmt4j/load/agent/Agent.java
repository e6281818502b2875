package io.github.bmt4j.load.agent;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.os.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent, as its controller knows it. From {@link #meet} on its clock is polled four times a
 * second: this keeps its offset known, shows the agent that its controller lives, and reveals a
 * frozen agent, which a pipe or ssh does not show. Requests: {@code hello}, {@code time}, {@code
 * offset}, {@code driver}, {@code plan}, {@code start} and {@code stop}.
 */
public final class Agent implements AutoCloseable {
  /** An agent that is silent for this long is lost. */
  static final Duration SILENCE = Duration.ofSeconds(3);

  /** First part of that time: this process may have stood still while the answer came. */
  private static final Duration FIRST_SILENCE = Duration.ofSeconds(2);

  private static final Duration START = Duration.ofSeconds(60);
  private static final long BEAT_NANOS = 250_000_000;
  private static final long SYNC_NANOS = 10_000_000_000L;
  private static final int FIRST_EXCHANGES = 100;
  private static final long FIRST_NANOS = 2_000_000_000;

  private final String name;
  private final Clock clock;
  private final ChildJvm child;
  private volatile Consumer<String> reports = report -> {};
  private volatile @Nullable String lost;
  private volatile boolean closed;
  private volatile ClockOffset offset = ClockOffset.UNKNOWN;
  private volatile ClockOffset first = ClockOffset.UNKNOWN;
  private volatile long worstNanos;
  private @Nullable Hello hello;

  private Agent(AgentSpec spec, Clock clock) throws IOException {
    this.name = spec.name();
    this.clock = clock;
    this.child =
        new ChildJvm(
            "agent " + name,
            spec.command(),
            spec.variables(),
            null,
            clock::nanoTime,
            report -> reports.accept(report));
  }

  static Agent start(AgentSpec spec, Clock clock) {
    try {
      return new Agent(spec, clock);
    } catch (IOException e) {
      throw new BadInputException("agent " + spec.name() + ": " + e.getMessage());
    }
  }

  /** Learns its identity and clock; refuses a program that does not answer like an agent. */
  Hello meet() {
    try {
      hello = Wire.read(ask("hello", START), Hello.class);
      long endNanos = clock.nanoTime() + FIRST_NANOS;
      for (int i = 0; i < FIRST_EXCHANGES && clock.nanoTime() < endNanos; i++) {
        offset = offset.better(exchange());
      }
      first = offset;
      ask("offset " + offset.nanos(), SILENCE);
    } catch (IOException e) {
      throw new BadInputException(Redacted.text(AgentGroup.named(this, e)));
    }
    Daemon.start("bmt-beats-" + name, this::beat);
    return hello;
  }

  private ClockOffset exchange() throws IOException {
    try {
      return exchange(FIRST_SILENCE);
    } catch (IOException e) {
      return exchange(SILENCE.minus(FIRST_SILENCE));
    }
  }

  private ClockOffset exchange(Duration limit) throws IOException {
    long asked = clock.nanoTime();
    ChildJvm.Answer answer = child.ask("time", limit);
    return ClockOffset.of(asked, Long.parseLong(answer.text()), answer.heardNanos());
  }

  private void beat() {
    try {
      ClockOffset best = ClockOffset.UNKNOWN;
      long syncNanos = clock.nanoTime() + SYNC_NANOS;
      while (!closed) {
        clock.sleepUntil(clock.nanoTime() + BEAT_NANOS, () -> closed);
        if (!closed) {
          ClockOffset heard = exchange();
          worstNanos = Math.max(worstNanos, heard.leastFrom(offset));
          best = best.better(heard);
        }
        if (clock.nanoTime() >= syncNanos && !best.equals(ClockOffset.UNKNOWN)) {
          syncNanos += SYNC_NANOS;
          long moved = Math.abs(best.nanos() - offset.nanos());
          worstNanos = Math.max(worstNanos, Math.max(moved, best.boundNanos()));
          offset = best;
          best = ClockOffset.UNKNOWN;
          child.ask("offset " + offset.nanos(), SILENCE);
        }
      }
    } catch (IOException e) {
      lose(
          e.getCause() instanceof TimeoutException
              ? "agent " + name + " does not answer within " + SILENCE.toSeconds() + " s"
              : String.valueOf(e.getMessage()));
    }
  }

  private void lose(String why) {
    if (!closed && lost == null) {
      lost = Redacted.text(why);
      child.close();
    }
  }

  void abandon(String why) {
    lose("agent " + name + " " + why);
  }

  /** Sends a request and returns its answer; throws if it fails there, or the agent is lost. */
  public String ask(String request, Duration limit) throws IOException {
    try {
      return child.ask(request, limit).text();
    } catch (IOException e) {
      String why = lost;
      throw why == null ? e : new IOException(why, e);
    }
  }

  void reportTo(Consumer<String> taker) {
    reports = taker;
  }

  public String name() {
    return name;
  }

  @Nullable String lost() {
    return lost;
  }

  public Hello hello() {
    return Objects.requireNonNull(hello, "not met");
  }

  ClockOffset offset() {
    return offset;
  }

  long driftNanos() {
    return offset.nanos() - first.nanos();
  }

  /**
   * Largest error of an offset, or distance of the clock from the offset in use, since the agent
   * was met.
   */
  long worstNanos() {
    return Math.max(worstNanos, first.boundNanos());
  }

  long pid() {
    return child.pid();
  }

  @Override
  public void close() {
    closed = true;
    child.close();
  }
}
