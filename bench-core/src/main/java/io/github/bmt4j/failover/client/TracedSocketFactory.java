package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.jdbc.JdbcUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.regex.Pattern;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the JVM's usual sockets, except that {@link ConnectTrace} sees them connect. Connector/J
 * makes a factory by its class name, without arguments, whenever it opens a connection; so each
 * probe has a class of its own.
 */
public abstract class TracedSocketFactory extends SocketFactory {
  static final String OPTION = "socketFactory";

  private static final Pattern MYSQL = Pattern.compile("jdbc:(?:aws-wrapper:)?mysql[:+]");

  private final ProbeKind probe;

  private TracedSocketFactory(ProbeKind probe) {
    this.probe = probe;
  }

  /** For writers' connections. */
  public static final class Writer extends TracedSocketFactory {
    public Writer() {
      super(ProbeKind.WRITER);
    }
  }

  /** For readers' connections. */
  public static final class Reader extends TracedSocketFactory {
    public Reader() {
      super(ProbeKind.READER);
    }
  }

  /** For connectors' connections. */
  public static final class Connector extends TracedSocketFactory {
    public Connector() {
      super(ProbeKind.CONNECTOR);
    }
  }

  /**
   * A class loader with these classes and the JDK's, for a driver that must see nothing else of
   * bmt.
   */
  static ClassLoader visible() {
    return new ClassLoader(ClassLoader.getPlatformClassLoader()) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(TracedSocketFactory.class.getName())) {
          return Class.forName(name);
        }
        throw new ClassNotFoundException(name);
      }
    };
  }

  static Class<? extends TracedSocketFactory> of(ProbeKind probe) {
    return switch (probe) {
      case WRITER -> Writer.class;
      case READER -> Reader.class;
      case CONNECTOR -> Connector.class;
    };
  }

  static String name(String url, ProbeKind probe) {
    return MYSQL.matcher(url).lookingAt() ? MySqlSocketFactory.name(probe) : of(probe).getName();
  }

  static boolean isIn(String url) {
    return JdbcUrl.value(url, OPTION)
        .filter(
            name ->
                name.startsWith(TracedSocketFactory.class.getName())
                    || name.startsWith(MySqlSocketFactory.class.getName()))
        .isPresent();
  }

  @Override
  public Socket createSocket() {
    return new TracedSocket(probe);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket(host, port, null, 0);
  }

  @Override
  public Socket createSocket(String host, int port, @Nullable InetAddress local, int localPort)
      throws IOException {
    return createSocket(InetAddress.getByName(host), port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket(host, port, null, 0);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, @Nullable InetAddress local, int localPort)
      throws IOException {
    Socket socket = createSocket();
    socket.bind(new InetSocketAddress(local, localPort));
    socket.connect(new InetSocketAddress(host, port));
    return socket;
  }

  private static final class TracedSocket extends Socket {
    private final ProbeKind probe;
    private final ConnectTrace trace = ConnectTrace.ofThisJvm();

    TracedSocket(ProbeKind probe) {
      this.probe = probe;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
      int number = trace.begin(probe, endpoint);
      boolean connected = false;
      try {
        super.connect(endpoint, timeoutMillis);
        connected = true;
      } finally {
        trace.end(number, connected);
      }
    }
  }
}
