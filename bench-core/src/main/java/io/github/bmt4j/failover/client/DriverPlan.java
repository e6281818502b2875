package io.github.bmt4j.failover.client;

import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import java.nio.file.Path;
import java.util.List;

/**
 * The driver of an application on its way to the client JVM.
 *
 * @param wish for the driver; its properties may hold a password
 * @param jars files of the driver and of its further jars; none for bmt's own
 */
public record DriverPlan(DriverWish wish, List<String> jars) {
  public static DriverPlan of(LoadDriver driver) {
    return new DriverPlan(
        driver.wish(), driver.jars().stream().map(jar -> jar.toAbsolutePath().toString()).toList());
  }

  LoadDriver load() {
    return wish.driver() == null
        ? LoadDriver.own(wish)
        : LoadDriver.load(
            wish,
            jars.stream().map(Path::of).toList(),
            TracedSocketFactory.visible(),
            MySqlSocketFactory.classes());
  }
}
