package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.progress.Progress;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The jars of the drivers that {@code -p driver} names: each driver's own one. */
final class DriverJars {
  private DriverJars() {}

  /**
   * Finds them: the suite's own driver on the class path, others by Maven's resolver.
   *
   * @return paths under the words of {@code -p driver}
   * @throws io.github.bmt4j.failure.BadInputException when one is no driver's coordinates
   * @throws TargetException when one cannot be had
   */
  static Map<String, String> resolve(List<String> drivers, Progress progress)
      throws TargetException {
    List<DriverCoordinates> wanted =
        drivers.stream().map(driver -> DriverCoordinates.parseAny("-p driver", driver)).toList();
    DriverCoordinates bundled = DriverCoordinates.parse(TrialServer.BUNDLED);
    Map<String, String> jars = new LinkedHashMap<>();
    for (DriverCoordinates driver : wanted) {
      Path jar =
          driver.maven().equals(bundled.maven())
              ? bundled()
              : MavenArtifacts.ofUser().resolve(driver.maven(), progress);
      jars.put(driver.text(), jar.toString());
    }
    return jars;
  }

  static Path bundled() {
    CodeSource source = org.mariadb.jdbc.Driver.class.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the driver is in no jar", e);
    }
  }
}
