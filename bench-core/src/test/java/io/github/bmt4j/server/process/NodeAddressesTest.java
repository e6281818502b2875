package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Loopback addresses, of which Linux has all there are. */
@EnabledOnOs(OS.LINUX)
class NodeAddressesTest {
  @Test
  void nodesAndTheEndpointsBeforeThemCanListenOnOnePort() throws Exception {
    NodeAddresses addresses = NodeAddresses.find(3);
    assertThat(addresses.hosts()).containsExactly("127.0.0.2", "127.0.0.3", "127.0.0.4");
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (String host : List.of("127.0.0.1", "127.0.0.2", "127.0.0.4", "127.0.1.2", "127.0.1.4")) {
        sockets.add(new ServerSocket(addresses.port(), 1, InetAddress.getByName(host)));
      }
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void saysHowToGetAnAddressThatTheMachineLacks() {
    // Addresses for documentation: no machine should have them.
    assertThatThrownBy(
            () -> NodeAddresses.demand(List.of("127.0.0.1", "203.0.113.2", "203.0.113.3")))
        .isInstanceOf(TargetException.class)
        .hasMessageEndingWith(
            "sudo ifconfig lo0 alias 203.0.113.2 && sudo ifconfig lo0 alias 203.0.113.3");
  }
}
