package io.github.bmt4j.sampling;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.sampling.SeriesLines.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the series of servers, and the user's command, while a load or another part of an
 * experiment runs.
 */
public class ServerWatch implements AutoCloseable {
  private final List<ServerSampler> samplers = new ArrayList<>();
  private final BooleanSupplier stop;
  private final Path file;
  private final Optional<SampleCommand> command;
  private Span span = Span.since(0);
  private Optional<String> problem = Optional.empty();

  public ServerWatch(
      ServerScenario scenario,
      List<SampledServer> servers,
      Secret password,
      Path file,
      Clock clock,
      BooleanSupplier stop) {
    this.stop = stop;
    this.file = file;
    CommandText text = scenario.sampleCommand();
    Double every = scenario.sampleEverySeconds();
    command =
        text == null || every == null
            ? Optional.empty()
            : Optional.of(
                new SampleCommand(
                    text.reveal(),
                    file.resolveSibling(SampleCommand.LOG),
                    password,
                    Duration.ofMillis(Math.round(1e3 * every)),
                    clock,
                    stop));
    if (!scenario.noServerSeries()) {
      servers.forEach(server -> samplers.add(new ServerSampler(server, clock)));
    }
  }

  public void connect() {
    samplers.forEach(ServerSampler::connect);
  }

  public void first() {
    samplers.forEach(ServerSampler::first);
  }

  public void measuresFrom(long nanos, long periodSeconds) {
    span = Span.since(nanos);
    samplers.forEach(sampler -> sampler.start(span, Math.max(1, periodSeconds)));
    command.ifPresent(running -> running.start(nanos));
  }

  /**
   * Reads each server for the last time, after the load; does not wait for that.
   *
   * @param zero of the times, on the clock, if it differs from the earlier one
   * @param from start of the measurement, likewise
   * @param to its end: what a server is or has after it does not count
   */
  public void loadEnded(long zero, long from, long to) {
    span = new Span(zero, from, to);
    samplers.forEach(sampler -> sampler.loadEnded(span));
  }

  public void loadEnded(long nanos) {
    loadEnded(span.zero(), span.from(), Math.min(span.to(), nanos));
  }

  /**
   * Waits for the last readings, a few seconds at most, runs the command for the last time, and
   * writes the file; only writes when the user has ended the run.
   */
  public void end() {
    if (stop.getAsBoolean()) {
      samplers.forEach(ServerSampler::drop);
    }
    samplers.forEach(ServerSampler::close);
    command.ifPresent(SampleCommand::end);
    ServerSeries series = series();
    if (series != null) {
      problem = SeriesFile.write(file, series);
    }
  }

  public long selects(int endpoints) {
    return samplers.stream().limit(endpoints).mapToLong(ServerSampler::selects).sum();
  }

  public long statements() {
    return samplers.stream().mapToLong(ServerSampler::statements).sum();
  }

  public @Nullable ServerSeries series() {
    ServerSeries series;
    try {
      series =
          new ServerSeries(
              samplers.stream().map(ServerSampler::series).toList(),
              command.map(running -> running.readings(span)).orElse(List.of()),
              null);
    } catch (ArithmeticException | IllegalArgumentException e) {
      problem = Optional.of("no series of the server: its values cannot be added up: " + e);
      return null;
    }
    return samplers.isEmpty() && series.command().isEmpty() ? null : series;
  }

  public List<String> notes(boolean events) {
    List<String> notes = new ArrayList<>();
    for (ServerSampler sampler : samplers) {
      ServerSeries.Server server = sampler.series();
      if (server.readings().isEmpty()) {
        notes.add(
            words(
                "no series of the server %s: %s",
                server.name(), server.notTold().get(ServerFigure.QUERIES.word())));
      }
      List<ServerSeries.Event> all = server.events();
      if (events && !all.isEmpty()) {
        ServerSeries.Event first = all.get(0);
        String more = all.size() == 1 ? "" : words("; %,d events in all", all.size());
        notes.add(
            words("server %s, %.1f s: %s%s", server.name(), first.seconds(), first.what(), more));
      }
    }
    command.map(SampleCommand::notes).ifPresent(notes::addAll);
    problem.ifPresent(notes::add);
    return notes;
  }

  @Override
  public void close() {
    samplers.forEach(ServerSampler::drop);
    command.ifPresent(SampleCommand::close);
  }
}
