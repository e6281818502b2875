package io.github.bmt4j.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process of another user that has taken the address of a node which is down. */
class TakenAddressTest {
  /** Of protocol 41, with secure passwords, a database, transactions and a choice of plugins. */
  private static final String GREETING =
      "\12"
          + "11.4.5-MariaDB\0"
          + "\1\0\0\0"
          + "saltsalt\0"
          + "\11\u00a2"
          + "\55"
          + "\2\0"
          + "\10\0"
          + "\25"
          + "\0\0\0\0\0\0\0\0\0\0"
          + "saltsaltsalt\0"
          + "mysql_native_password\0";

  /** Both plugins of the client send the password as it is. */
  @ParameterizedTest
  @ValueSource(strings = {"mysql_clear_password", "dialog"})
  void getsNoPasswordFromBmtThatItCanRead(String plugin) throws Exception {
    Login login = Login.random();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getAllByName("127.0.0.1")[0])) {
      CompletableFuture<String> heard = CompletableFuture.supplyAsync(() -> hear(taken, plugin));
      String url = Login.url("127.0.0.1", taken.getLocalPort(), Flavor.MARIADB);

      assertThatThrownBy(() -> Readiness.connect(url, login).close())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(plugin);
      assertThat(heard.get(10, TimeUnit.SECONDS))
          .contains(login.user())
          .doesNotContain(login.password().reveal());
    }
  }

  /** All that a client sends to a server that asks it to log in by a plugin. */
  private static String hear(ServerSocket taken, String plugin) {
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    try (Socket client = taken.accept();
        DataInputStream input = new DataInputStream(client.getInputStream())) {
      send(client, 0, GREETING);
      int head = Integer.reverseBytes(input.readInt());
      heard.write(input.readNBytes(head & 0xffffff));
      send(client, 2, "\u00fe" + plugin + "\0");
      input.transferTo(heard);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return heard.toString(ISO_8859_1);
  }

  private static void send(Socket client, int number, String payload) throws IOException {
    String head = "" + (char) payload.length() + "\0\0" + (char) number;
    client.getOutputStream().write((head + payload).getBytes(ISO_8859_1));
  }
}
