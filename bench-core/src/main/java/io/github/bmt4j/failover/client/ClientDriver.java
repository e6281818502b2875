package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.Redaction;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The driver of an application, as it is stored; without passwords.
 *
 * @param driver coordinates as the user wrote them, such as {@code mysql:9.7.0}; absent for bmt's
 *     own
 * @param driverWith further jars for it
 * @param driverProperties properties that win over the URL's
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ClientDriver(
    @Nullable String driver, List<String> driverWith, Map<String, String> driverProperties) {
  public ClientDriver {
    driverWith = driverWith == null ? List.of() : List.copyOf(driverWith);
    Map<String, String> shown =
        driverProperties == null ? new LinkedHashMap<>() : new LinkedHashMap<>(driverProperties);
    shown.replaceAll(Redaction::param);
    driverProperties = Collections.unmodifiableMap(shown);
  }

  public static @Nullable ClientDriver of(DriverWish wish) {
    DriverCoordinates driver = wish.driver();
    return driver == null && wish.properties().isEmpty()
        ? null
        : new ClientDriver(
            driver == null ? null : driver.text(),
            wish.with().stream().map(DriverCoordinates::text).toList(),
            wish.properties());
  }

  DriverFamily family() {
    return DriverFamily.of(driver == null ? null : DriverCoordinates.parseAny("--driver", driver));
  }
}
