package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.ItServers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drivers that see nothing of bmt but the sockets by which their connects are seen. */
class TracedDriversIT {
  /** Instead of for half a minute, the wrapper tries its first connect again for so long. */
  private static final Map<String, String> SOON = Map.of("openConnectionRetryTimeoutMs", "1000");

  @ParameterizedTest
  @CsvSource({
    "mariadb:4.0.0,",
    "mariadb:3.5.11,",
    "mariadb:2.7.15,",
    "mysql:9.7.0,",
    "mysql:26.10.0,",
    "aws:4.3.0, mysql:9.7.0",
    "aws:4.3.0, mariadb:3.5.11"
  })
  void connectsThatAreRefusedAreSeen(String driver, @Nullable String with) {
    LoadDriver loaded =
        ItServers.driver(
            new DriverWish(
                DriverCoordinates.parseAny("--driver", driver),
                Stream.ofNullable(with).map(DriverCoordinates::parse).toList(),
                false,
                with == null ? Map.of() : SOON));
    Target nowhere =
        new Target("", "jdbc:mariadb://127.0.0.1:1/b?sslMode=disable", "u", Secret.of("p"), false);
    ConnectTrace trace = ConnectTrace.install(Clock.SYSTEM);
    Pools pools = new Pools(Plans.of(nowhere).through(loaded).plan(), Clock.SYSTEM);
    String url = loaded.url(nowhere.url());

    assertThatThrownBy(() -> pools.plain(url, ProbeKind.CONNECTOR).getConnection())
        .isInstanceOf(java.sql.SQLException.class);

    assertThat(pools.areTraced()).isTrue();
    assertThat(trace.connects()).isNotEmpty();
    assertThat(List.copyOf(trace.connects()))
        .allMatch(connect -> connect.probe() == ProbeKind.CONNECTOR)
        .allMatch(connect -> connect.address().equals("127.0.0.1:1"))
        .noneMatch(connect -> connect.connected());
  }
}
