package io.github.bmt4j.load.run;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Drivers of loads, from where Maven finds them. */
public final class LoadDrivers {
  private LoadDrivers() {}

  /**
   * Downloads what is not there yet, and loads the driver.
   *
   * @throws BadInputException when it cannot be had; nothing else was touched by then
   */
  public static LoadDriver open(DriverWish wish, MavenArtifacts artifacts, Progress progress) {
    if (wish.driver() == null) {
      return LoadDriver.own(wish);
    }
    List<Path> jars = new ArrayList<>();
    for (DriverCoordinates jar : wish.jars()) {
      try {
        jars.add(artifacts.resolve(jar.maven(), progress));
      } catch (TargetException e) {
        throw new BadInputException("driver " + e.getMessage());
      }
    }
    return LoadDriver.load(wish, jars);
  }
}
