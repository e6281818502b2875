package io.github.bmt4j.failover.client;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The driver of an application on its way to the client JVM.
 *
 * @param driver as the user wrote it; null for bmt's own
 * @param with further jars, in the same notation
 * @param properties of the driver; may hold a password
 * @param jars files of the driver and of the further jars
 */
public record DriverPlan(
    @Nullable String driver, List<String> with, Map<String, String> properties, List<String> jars) {
  /** The driver that this JVM has loaded. */
  public static DriverPlan of(LoadDriver driver) {
    DriverWish wish = driver.wish();
    DriverCoordinates asked = wish.driver();
    return new DriverPlan(
        asked == null ? null : asked.text(),
        wish.with().stream().map(DriverCoordinates::text).toList(),
        wish.properties(),
        driver.jars().stream().map(jar -> jar.toAbsolutePath().toString()).toList());
  }

  /** Loads it. */
  LoadDriver load() {
    DriverWish wish =
        new DriverWish(
            driver == null ? null : DriverCoordinates.parseAny("--driver", driver),
            with.stream().map(text -> DriverCoordinates.parseAny("--driver-with", text)).toList(),
            false,
            properties);
    return wish.driver() == null
        ? LoadDriver.own(wish)
        : LoadDriver.load(
            wish,
            jars.stream().map(Path::of).toList(),
            TracedSocketFactory.visible(),
            MySqlSocketFactory.classes());
  }

  @Override
  public String toString() {
    return "DriverPlan of " + driver;
  }
}
