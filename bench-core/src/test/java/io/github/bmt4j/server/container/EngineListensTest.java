package io.github.bmt4j.server.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Looks for an engine, without a question to it. */
@DisabledOnOs(OS.WINDOWS)
class EngineListensTest {
  @TempDir Path temp;

  @Test
  void anEngineListensOnlyWhileItsSocketTakesConnections() throws Exception {
    Path socket = temp.resolve("docker.sock");
    Map<String, String> named = Map.of("DOCKER_HOST", "unix://" + socket);
    Map<String, String> found = Map.of("XDG_RUNTIME_DIR", temp.toString(), "HOME", "/nowhere");
    assertThat(Containers.engineListens(named::get)).isFalse();
    try (ServerSocketChannel engine = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      engine.bind(UnixDomainSocketAddress.of(socket));
      assertThat(Containers.engineListens(named::get)).isTrue();
      assertThat(Containers.engineListens(found::get)).isTrue();
    }
    assertThat(Files.exists(socket)).as("the file stays, its engine has ended").isTrue();
    assertThat(Containers.engineListens(named::get)).isFalse();
  }

  @Test
  void anEngineAtAnAddressIsAskedWhenItIsUsed() {
    assertThat(Containers.engineListens(Map.of("DOCKER_HOST", "tcp://192.0.2.1:2375")::get))
        .isTrue();
  }
}
