package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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
    addresses.close();
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

  /** From the choice of a port to the end of the cluster, whatever its nodes have bound. */
  @Test
  void noOtherCommandTakesThePortOfAClusterWhoseNodesAreDown() throws Exception {
    NodeAddresses addresses = NodeAddresses.find(1);
    InetAddress reserved = InetAddress.getByName("127.0.2.1");
    try (addresses) {
      assertThatThrownBy(() -> new ServerSocket(addresses.port(), 1, reserved).close())
          .isInstanceOf(BindException.class);
    }
    new ServerSocket(addresses.port(), 1, reserved).close();
  }

  @Test
  void portsAreBelowThoseOfOutgoingConnections() throws Exception {
    Path range = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    int first = Integer.parseInt(Files.readAllLines(range).get(0).split("\\s+", -1)[0]);
    for (int i = 0; i < 20; i++) {
      assertThat(NodeAddresses.freePort("127.0.0.1")).isBetween(1024, first - 1);
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
