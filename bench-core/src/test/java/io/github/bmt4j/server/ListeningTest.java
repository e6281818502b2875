package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Sockets of this process, of which the addresses are known. */
@EnabledOnOs(OS.LINUX)
class ListeningTest {
  @Test
  void aSocketThatListensOnAllAddressesIsFoundAndAConnectionIsNot() throws Exception {
    try (ServerSocket all = new ServerSocket(0);
        ServerSocket own = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.3"));
        Socket connection = new Socket(own.getInetAddress(), own.getLocalPort())) {
      List<InetSocketAddress> addresses = Listening.addresses(processes());
      assertThat(addresses)
          .contains((InetSocketAddress) own.getLocalSocketAddress())
          .noneMatch(address -> address.getPort() == connection.getLocalPort())
          .filteredOn(address -> address.getPort() == all.getLocalPort())
          .singleElement()
          .matches(address -> address.getAddress().isAnyLocalAddress());
      assertThatThrownBy(() -> Listening.onlyOnLoopback(processes()))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining(":" + all.getLocalPort());
    }
  }

  private static Stream<ProcessHandle> processes() {
    return Stream.of(ProcessHandle.current());
  }
}
