package io.github.bmt4j.jmh;

/** Twins with older MariaDB drivers. */
class OlderDriversTwinsIT extends Twins {
  OlderDriversTwinsIT() {
    super(TestServers.DRIVERS.subList(1, 3));
  }
}
