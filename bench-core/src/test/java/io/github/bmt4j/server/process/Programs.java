package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import java.nio.file.Path;
import java.util.Optional;

/** What programs tests find on this machine. */
public final class Programs {
  private Programs() {}

  /** Why there is no embedded server; empty when there is one. */
  public static String embeddedObstacle() {
    return EmbeddedBinaries.platform().isPresent()
        ? ""
        : "no embedded MariaDB is published for this platform";
  }

  /** Why there is no installed server; empty when there is one. */
  public static String localObstacle() {
    try {
      LocalBinaries.find();
      return "";
    } catch (TargetException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Why there is no Galera cluster; empty when there can be one. */
  public static String galeraObstacle() {
    String obstacle = localObstacle();
    return obstacle.isEmpty() ? GaleraCluster.missing() : obstacle;
  }

  /** The first program of that name on the PATH. */
  public static Optional<Path> find(String program) {
    return LocalBinaries.find(program);
  }
}
