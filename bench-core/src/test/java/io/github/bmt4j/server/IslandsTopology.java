package io.github.bmt4j.server;

import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** A provider of clusters in containers whose nodes can be isolated, never lag. It starts none. */
public final class IslandsTopology extends ServerProvider {
  public static final String NAME = "islands";

  private interface IsolatableCluster extends Cluster, Cluster.Isolatable {}

  /** The time in which it is found by this thread. */
  public interface Found extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Lets this thread find it as a service.
   *
   * @param folder for the file that names it
   */
  public static Found found(Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(ServerProvider.class.getName()), IslandsTopology.class.getName());
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, IslandsTopology.class.getClassLoader()));
    return () -> thread.setContextClassLoader(usual);
  }

  public IslandsTopology() {
    super(NAME, IsolatableCluster.class, spec -> true);
  }

  @Override
  protected Cluster open(
      Topology topology, TargetSpec spec, StartOptions options, Progress progress) {
    throw new UnsupportedOperationException("started, which no check may do");
  }
}
