package io.github.bmt4j.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Drivers that tests ask for. */
public final class Wishes {
  private Wishes() {}

  /**
   * A driver.
   *
   * @param names of the driver, and after a blank each of what it gets beside
   */
  public static DriverWish of(String names, boolean parity) {
    return of(names, parity, Map.of());
  }

  /** The same with properties. */
  public static DriverWish of(String names, boolean parity, Map<String, String> properties) {
    List<DriverCoordinates> all =
        Arrays.stream(names.split(" "))
            .map(name -> DriverCoordinates.parseAny("--driver", name))
            .toList();
    return new DriverWish(all.get(0), all.subList(1, all.size()), parity, properties);
  }
}
