package io.github.bmt4j.sampling;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.jdbc.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The series of the servers during the parts of an experiment, such as ALTERs or repetitions: each
 * part has a series, a zero of its times and a file of its own. Used by one thread.
 */
public final class PartSeries {
  private final ServerScenario scenario;
  private final Context context;
  private final List<ServerSeries> all = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private Path folder = Path.of("");
  private int parts;

  public PartSeries(@Nullable ServerScenario scenario, Context context) {
    this.scenario = scenario == null ? ServerScenario.USUAL : scenario;
    this.context = context;
  }

  public void into(Path result) {
    folder = result;
  }

  private final class Part extends ServerWatch {
    private final String name;

    Part(String name, List<SampledServer> servers, Path file) {
      super(
          scenario,
          servers,
          servers.isEmpty() ? Secret.NONE : servers.get(0).connector().target().password(),
          file,
          context.clock(),
          context.stop()::given);
      this.name = name;
      connect();
      first();
      measuresFrom(context.clock().nanoTime(), 1);
    }

    @Override
    public void close() {
      loadEnded(context.clock().nanoTime());
      end();
      ServerSeries series = series();
      if (series != null) {
        all.add(new ServerSeries(series.servers(), series.command(), name));
      }
      notes(false).stream().map(note -> name + ": " + note).forEach(notes::add);
      super.close();
    }
  }

  /** Begins to read servers during a part; the watch must be closed after its load has ended. */
  public ServerWatch begin(String name, List<SampledServer> servers) {
    return new Part(name, servers, folder.resolve("server-" + ++parts + ".csv"));
  }

  public List<ServerSeries> series() {
    return List.copyOf(all);
  }

  public List<String> notes() {
    return List.copyOf(notes);
  }
}
