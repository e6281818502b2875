package io.github.bmt4j.sampling;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.experiment.UserCommand;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.sampling.SeriesLines.Span;
import io.github.bmt4j.sampling.ServerFigure.Weighed;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the user's command repeatedly, and keeps the values that it prints: lines of a name, a
 * number and, if it is not now, the time in ms since 1970.
 */
final class SampleCommand implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final String LOG = "sample-command.log";
  private static final int MOST_NAMES = 100;
  private static final int MOST_VALUES = 1_000_000;
  private static final int QUOTED_CHARS = 200;

  /** Squares of larger numbers could not be added up. */
  private static final double LARGEST = 1e100;

  private static final Pattern LINE =
      Pattern.compile(
          "([A-Za-z_][\\w.:/%@\\[\\]-]{0,99})\\s+([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)(?:\\s+(\\d{1,15}))?");

  private final String command;
  private final Path log;
  private final Secret password;
  private final Duration period;
  private final Clock clock;
  private final BooleanSupplier stop;
  private final Map<String, NavigableMap<Double, Double>> values = new LinkedHashMap<>();
  private volatile boolean ending;
  private @Nullable Rounds rounds;
  private long zeroNanos;
  private long zeroMillis;
  private double fromSeconds;
  private final Map<String, Integer> troubles = new LinkedHashMap<>();
  private final Map<String, String> examples = new HashMap<>();
  private int kept;

  /**
   * A command that was not executed yet.
   *
   * @param log receives the output of each execution, without secrets, in place of the one before
   * @param password that the command may also know, and print
   */
  SampleCommand(
      String command,
      Path log,
      Secret password,
      Duration period,
      Clock clock,
      BooleanSupplier stop) {
    this.command = command;
    this.log = log;
    this.password = password;
    this.period = period;
    this.clock = clock;
    this.stop = stop;
  }

  void start(long nanos) {
    began(nanos);
    rounds = new Rounds("bmt-sample-command", this::execute, () -> {}, period, clock);
  }

  synchronized void began(long nanos) {
    long now = clock.nanoTime();
    zeroNanos = nanos;
    zeroMillis = clock.now().toEpochMilli() + (nanos - now) / 1_000_000;
    // A value may describe the period before its time.
    fromSeconds = (now - nanos) / 1e9 - period.toMillis() / 1e3;
  }

  private void execute() {
    try {
      String values =
          new UserCommand(
                  "the sample command", command, output -> Files.writeString(log, output), password)
              .run(PATIENCE, () -> ending || stop.getAsBoolean());
      take(values.lines().toList(), SeriesLines.seconds(clock.nanoTime(), zeroNanos));
    } catch (TargetException e) {
      if (!ending && !stop.getAsBoolean()) {
        trouble("an execution failed", String.valueOf(e.getMessage()));
      }
    }
  }

  private synchronized void trouble(String what, String example) {
    troubles.merge(what, 1, Integer::sum);
    String quoted = Redacted.text(example.strip());
    examples.putIfAbsent(what, quoted.substring(0, Math.min(QUOTED_CHARS, quoted.length())));
  }

  synchronized void take(List<String> lines, double now) {
    for (String line : lines) {
      Matcher found = LINE.matcher(line.strip());
      if (found.matches()) {
        double value = Double.parseDouble(found.group(2));
        String time = found.group(3);
        double seconds = time == null ? now : (Long.parseLong(time) - zeroMillis) / 1e3;
        if (seconds < fromSeconds || seconds > now + 1) {
          trouble("a time outside the load", line);
        } else if (Math.abs(value) > LARGEST) {
          trouble("a number that is too large", line);
        } else {
          keep(found.group(1), value, seconds);
        }
      } else if (!line.isBlank()) {
        trouble("a line that is not 'name number [unix-ms]'", line);
      }
    }
  }

  private void keep(String name, double value, double seconds) {
    if (kept >= MOST_VALUES || (values.size() >= MOST_NAMES && !values.containsKey(name))) {
      trouble("too many names or values", name);
      return;
    }
    Double known = values.computeIfAbsent(name, one -> new TreeMap<>()).put(seconds, value);
    kept += known == null ? 1 : 0;
  }

  void end() {
    close();
    if (rounds != null && !stop.getAsBoolean()) {
      ending = false;
      execute();
    }
  }

  @Override
  public void close() {
    ending = true;
    Rounds running = rounds;
    if (running != null) {
      running.close();
    }
  }

  synchronized List<Readings> readings(Span span) {
    double shift = SeriesLines.seconds(zeroNanos, span.zero());
    double from = SeriesLines.seconds(span.from(), span.zero());
    double to = SeriesLines.seconds(span.to(), span.zero());
    List<Readings> all = new ArrayList<>();
    values.forEach(
        (name, points) -> {
          SeriesLines.Sums sums = new SeriesLines.Sums();
          List<Double> times = new ArrayList<>();
          points.forEach(
              (seconds, value) -> {
                double at = Math.round(1e3 * (seconds + shift)) / 1e3;
                times.add(at);
                sums.add(new Weighed(value, 1), at >= from && at <= to, false);
              });
          all.add(new Readings(times, times, List.of(sums.line(name, "", false))));
        });
    return all;
  }

  synchronized List<String> notes() {
    return troubles.entrySet().stream()
        .map(
            one ->
                words(
                    "sample command: %s (%,d in all): %s",
                    one.getKey(), one.getValue(), examples.get(one.getKey())))
        .toList();
  }
}
