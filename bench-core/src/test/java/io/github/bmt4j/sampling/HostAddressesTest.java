package io.github.bmt4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What changed addresses of a host are called. */
class HostAddressesTest {
  @Test
  void anotherAddressIsAChangeAndAFailedLookupIsNone() {
    Queue<Set<String>> answers =
        new ArrayDeque<>(
            List.of(
                Set.of(),
                Set.of("10.0.0.1"),
                Set.of("10.0.0.1"),
                Set.of(),
                Set.of("10.0.0.2"),
                Set.of("10.0.0.2")));
    HostAddresses addresses = new HostAddresses(answers::remove);

    for (int look = 0; look < 4; look++) {
      assertThat(addresses.changed()).isEmpty();
    }
    assertThat(addresses.changed())
        .contains("the address of its host is 10.0.0.2; it was 10.0.0.1");
    assertThat(addresses.changed()).isEmpty();
  }

  @Test
  void addressesAreThoseOfAllHostsOfTheUrl() {
    assertThat(HostAddresses.of("jdbc:mariadb://127.0.0.1:3306,127.0.0.2/db"))
        .containsExactly("127.0.0.1", "127.0.0.2");
    assertThat(HostAddresses.of("jdbc:mariadb://no-such-host.invalid/db")).isEmpty();
  }
}
