package io.github.bmt4j.load.server;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.UserCommand;
import io.github.bmt4j.jdbc.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the series of a load's servers, and the user's command, while the load runs. */
public final class ServerWatch implements AutoCloseable {
  private final List<ServerSampler> samplers = new ArrayList<>();
  private final BooleanSupplier stop;
  private final @Nullable SampleCommand command;
  private final @Nullable SeriesFile file;

  /**
   * Prepares the series. Opens no connection.
   *
   * @param servers different ones
   * @param password that the command may know, and print
   * @param folder of the result
   * @param stop true when the user has ended the run
   */
  public ServerWatch(
      ServerScenario scenario,
      List<SampledServer> servers,
      Secret password,
      Path folder,
      Clock clock,
      BooleanSupplier stop) {
    this.stop = stop;
    CommandText text = scenario.sampleCommand();
    Double every = scenario.sampleEverySeconds();
    if (scenario.noServerSeries()) {
      file = null;
      command = null;
      return;
    }
    SeriesFile csv = new SeriesFile(folder);
    file = csv;
    command =
        text == null || every == null
            ? null
            : new SampleCommand(
                new UserCommand(
                    "the sample command",
                    text.reveal(),
                    folder.resolve(SampleCommand.LOG),
                    password),
                Duration.ofMillis(Math.round(1e3 * every)),
                csv,
                clock,
                stop);
    servers.forEach(server -> samplers.add(new ServerSampler(server, csv, clock)));
  }

  /** Connects to each server; one that refuses has no series until it does not. */
  public void connect() {
    samplers.forEach(ServerSampler::connect);
  }

  /** Reads each server for the first time, before the load. */
  public void first() {
    samplers.forEach(ServerSampler::first);
  }

  /**
   * Begins.
   *
   * @param nanos when the measurement begins, on the clock
   * @param periodSeconds from one reading of a server to the next; a second at least
   */
  public void measuresFrom(long nanos, long periodSeconds) {
    samplers.forEach(sampler -> sampler.measuresFrom(nanos, Math.max(1, periodSeconds)));
    if (command != null) {
      command.measuresFrom(nanos);
    }
  }

  /** Reads each server for the last time, after the load; does not wait for that. */
  public void loadEnded() {
    samplers.forEach(ServerSampler::loadEnded);
  }

  /**
   * Waits for the last readings, a few seconds at most, and then runs the command for the last
   * time; does neither when the user has ended the run.
   */
  public void end() {
    if (stop.getAsBoolean()) {
      samplers.forEach(ServerSampler::drop);
    }
    samplers.forEach(ServerSampler::close);
    if (command != null) {
      command.end();
    }
  }

  /**
   * SELECTs of the series that servers have counted since {@link #first}.
   *
   * @param endpoints how many of the first servers are asked for
   */
  public long selects(int endpoints) {
    return samplers.stream().limit(endpoints).mapToLong(ServerSampler::selects).sum();
  }

  /** Upper bound of the other statements that the servers may have counted as those of a load. */
  public long statements() {
    return samplers.stream().mapToLong(ServerSampler::statements).sum();
  }

  /** The series, after the end; absent when nothing was read. */
  public @Nullable ServerSeries series() {
    ServerSeries series =
        new ServerSeries(
            samplers.stream().map(ServerSampler::series).toList(),
            command == null ? List.of() : command.readings());
    return samplers.isEmpty() && series.command().isEmpty() ? null : series;
  }

  /** Notes on the series. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (ServerSampler sampler : samplers) {
      ServerSeries.Server server = sampler.series();
      if (server.readings().isEmpty()) {
        notes.add(
            words(
                "no series of the server %s: %s",
                server.name(), server.notTold().get(ServerFigure.QUERIES.word())));
      }
      List<ServerSeries.Event> events = server.events();
      if (!events.isEmpty()) {
        ServerSeries.Event first = events.get(0);
        String more = events.size() == 1 ? "" : words("; %,d events in all", events.size());
        notes.add(
            words("server %s, %.1f s: %s%s", server.name(), first.seconds(), first.what(), more));
      }
    }
    if (command != null) {
      notes.addAll(command.notes());
    }
    if (file != null) {
      file.problem().ifPresent(notes::add);
    }
    return notes;
  }

  @Override
  public void close() {
    samplers.forEach(ServerSampler::drop);
    if (command != null) {
      command.close();
    }
    if (file != null) {
      file.close();
    }
  }
}
