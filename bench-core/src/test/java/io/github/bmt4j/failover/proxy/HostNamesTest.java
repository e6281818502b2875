package io.github.bmt4j.failover.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a JVM of its own finds under names that change, by the ways its cache can be set. */
class HostNamesTest {
  private static final String NAME = "primary.bmt.test";

  @TempDir Path temp;

  private HostNames names;

  @BeforeEach
  void create() throws Exception {
    names = HostNames.create(temp);
    names.point(NAME, "127.0.0.2");
  }

  @Test
  void aJvmWithoutACacheSeesAFlipAtOnce() throws Exception {
    try (Child client = new Child(options(0), "lookUp")) {
      assertThat(client.ask(NAME)).isEqualTo("127.0.0.2");
      names.point(NAME, "127.0.0.3");
      assertThat(client.ask(NAME)).isEqualTo("127.0.0.3");
      names.point(NAME, "127.0.0.2");
      assertThat(client.ask(NAME)).isEqualTo("127.0.0.2");
    }
  }

  @Test
  void aJvmWithACacheKeepsWhatItFound() throws Exception {
    try (Child client = new Child(options(30), "lookUp")) {
      assertSeesNoFlip(client);
    }
  }

  @Test
  void aJvmCachesByItself() throws Exception {
    try (Child client = new Child(List.of(names.jvmOption()), "lookUp")) {
      assertSeesNoFlip(client);
    }
  }

  @Test
  void theCacheEndsWithItsTime() throws Exception {
    try (Child client = new Child(options(3), "lookUp")) {
      assertSeesNoFlip(client);
      Thread.sleep(3_200);
      assertThat(client.ask(NAME)).isEqualTo("127.0.0.3");
    }
  }

  @Test
  void theSecurityPropertyHasNoEffectOnTheCommandLine() throws Exception {
    List<String> options = new ArrayList<>(List.of(names.jvmOption()));
    options.add("-Dnetworkaddress.cache.ttl=0");
    try (Child client = new Child(options, "lookUp")) {
      assertSeesNoFlip(client);
    }
  }

  @Test
  void theSecurityPropertyHasItsEffectInAFileAndBeatsTheOption() throws Exception {
    Path file = Files.writeString(temp.resolve("security"), "networkaddress.cache.ttl=0\n");
    List<String> options = new ArrayList<>(options(30));
    options.add("-Djava.security.properties=" + file);
    try (Child client = new Child(options, "lookUp")) {
      assertThat(client.ask(NAME)).isEqualTo("127.0.0.2");
      names.point(NAME, "127.0.0.3");
      assertThat(client.ask(NAME)).isEqualTo("127.0.0.3");
    }
  }

  @Test
  void whatWasUnknownStaysUnknownForAWhileWhateverTheOptionSays() throws Exception {
    try (Child client = new Child(options(0), "lookUp")) {
      assertThat(client.ask("late.bmt.test")).isEqualTo("unknown");
      names.point("late.bmt.test", "127.0.0.4");
      assertThat(client.ask("late.bmt.test")).isEqualTo("unknown");
      assertThat(client.ask(NAME)).isEqualTo("127.0.0.2");
    }
  }

  @Test
  void localhostThisMachineAndAddressesInDigitsAreKnownAndNobodyElse() throws Exception {
    try (Child client = new Child(options(0), "lookUp")) {
      assertThat(client.ask("localhost")).isEqualTo("127.0.0.1");
      assertThat(client.ask("127.0.0.9")).isEqualTo("127.0.0.9");
      InetAddress self = InetAddress.getLocalHost();
      assertThat(client.ask(self.getHostName())).isEqualTo(self.getHostAddress());
      assertThat(client.ask("bmt.test")).isEqualTo("unknown");
    }
  }

  @Test
  void theFileIsThereAtEveryMoment() throws Exception {
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < 500; i++) {
                try {
                  names.point(NAME, "127.0.0." + (2 + i % 2));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }
            });
    try (Child client = new Child(options(0), "lookUp")) {
      client.ask(NAME);
      writer.start();
      while (writer.isAlive()) {
        assertThat(client.ask(NAME)).isIn("127.0.0.2", "127.0.0.3");
      }
    }
  }

  /** As a property of the system, because networkaddress.cache.ttl has no effect as one. */
  private List<String> options(int ttlSeconds) {
    return List.of(names.jvmOption(), "-Dsun.net.inetaddr.ttl=" + ttlSeconds);
  }

  private void assertSeesNoFlip(Child client) throws Exception {
    assertThat(client.ask(NAME)).isEqualTo("127.0.0.2");
    names.point(NAME, "127.0.0.3");
    assertThat(client.ask(NAME)).isEqualTo("127.0.0.2");
  }
}
