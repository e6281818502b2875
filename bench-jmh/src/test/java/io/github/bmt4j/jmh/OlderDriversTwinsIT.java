package io.github.bmt4j.jmh;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Twins with older MariaDB drivers, on a server that is given its certificate. */
@Tag("extended")
class OlderDriversTwinsIT extends Twins {
  private static final Path TLS = Path.of("src/test/resources/tls").toAbsolutePath();

  OlderDriversTwinsIT() {
    super(
        TestServers.OLDER_DRIVERS,
        List.of("ssl_cert=" + TLS.resolve("certificate.pem"), "ssl_key=" + TLS.resolve("key.pem")));
  }
}
