package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.StartOptions;
import java.io.IOException;

/** Processes as the servers of a cluster's nodes; their data begin as copies of one folder. */
final class ProcessServers implements NodeServers {
  private final ServerBinaries binaries;
  private final ServerOptions options;
  private final ServerFolder run;
  private final ProcessServer template;

  ProcessServers(ServerBinaries binaries, StartOptions wanted, Progress progress)
      throws TargetException {
    this.binaries = binaries;
    this.options = ServerOptions.wanted(wanted);
    this.run = ServerFolder.create(wanted.cache(), progress);
    this.template = new ProcessServer(binaries, options, run.place());
  }

  @Override
  public String description() {
    return binaries.description();
  }

  @Override
  public void prepare() throws IOException, TargetException {
    template.initialise(DataFolder.passing(run));
  }

  @Override
  public ProcessServer node(String name) {
    return new ProcessServer(binaries, options, run.place().node(name));
  }

  @Override
  public void end() {
    template.end();
  }

  @Override
  public void close() {
    run.close();
  }
}
