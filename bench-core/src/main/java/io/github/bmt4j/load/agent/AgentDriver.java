package io.github.bmt4j.load.agent;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The controller's driver, as an agent is to open it. May hold a password. */
record AgentDriver(
    @Nullable String driver, List<String> with, boolean parity, Map<String, String> properties) {
  static AgentDriver of(DriverWish wish) {
    DriverCoordinates driver = wish.driver();
    return new AgentDriver(
        driver == null ? null : driver.text(),
        wish.with().stream().map(DriverCoordinates::text).toList(),
        wish.parity(),
        wish.properties());
  }

  DriverWish wish() {
    return new DriverWish(
        driver == null ? null : DriverCoordinates.parseAny("--driver", driver),
        with.stream().map(text -> DriverCoordinates.parseAny("--driver-with", text)).toList(),
        parity,
        properties);
  }
}
