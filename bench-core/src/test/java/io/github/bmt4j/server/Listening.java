package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.Cluster.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The addresses on which processes of this machine listen (TCP), as Linux lists them. On other
 * systems, and for processes that this user may not inspect, nothing is demanded.
 */
public final class Listening {
  private static final Path TABLES = Path.of("/proc/net");
  private static final String LISTENS = "0A";

  private Listening() {}

  /** Demands that each node listens, on loopback addresses only. */
  public static void onlyOnLoopback(Cluster cluster) throws IOException {
    for (Node node : cluster.nodes()) {
      List<String> own = List.of("--bind-address=" + node.host(), "--port=" + node.port());
      onlyOnLoopback(
          ProcessHandle.allProcesses().filter(process -> words(process).containsAll(own)));
    }
  }

  /** Demands that processes listen, on loopback addresses only. */
  public static void onlyOnLoopback(Stream<ProcessHandle> processes) throws IOException {
    if (Files.exists(TABLES)) {
      try {
        assertThat(addresses(processes))
            .isNotEmpty()
            .allMatch(listening -> listening.getAddress().isLoopbackAddress());
      } catch (AccessDeniedException e) {
        // Processes of another user, such as those of a container.
      }
    }
  }

  /** The addresses on which processes listen; none on a system other than Linux. */
  public static List<InetSocketAddress> addresses(Stream<ProcessHandle> processes)
      throws IOException {
    Set<String> sockets = new HashSet<>();
    for (ProcessHandle process : processes.toList()) {
      addSockets(process, sockets);
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (Path table : List.of(TABLES.resolve("tcp"), TABLES.resolve("tcp6"))) {
      if (Files.exists(table)) {
        for (String line : Files.readAllLines(table)) {
          String[] row = line.strip().split("\\s+", -1);
          if (row[3].equals(LISTENS) && sockets.contains("socket:[" + row[9] + "]")) {
            addresses.add(address(row[1]));
          }
        }
      }
    }
    return addresses;
  }

  private static void addSockets(ProcessHandle process, Set<String> sockets) throws IOException {
    Path open = Path.of("/proc", Long.toString(process.pid()), "fd");
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(open)) {
      for (Path descriptor : descriptors) {
        addTarget(descriptor, sockets);
      }
    } catch (NoSuchFileException | DirectoryIteratorException e) {
      // It has ended.
    }
  }

  private static void addTarget(Path descriptor, Set<String> targets) throws IOException {
    try {
      targets.add(Files.readSymbolicLink(descriptor).toString());
    } catch (NoSuchFileException e) {
      // It was closed meanwhile.
    }
  }

  /** An address as the tables have it: words of 32 bits in the order of this machine. */
  private static InetSocketAddress address(String text) throws IOException {
    String[] parts = text.split(":", -1);
    byte[] bytes = HexFormat.of().parseHex(parts[0]);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    ByteBuffer ordered = ByteBuffer.allocate(bytes.length);
    while (words.hasRemaining()) {
      ordered.putInt(words.getInt());
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(ordered.array()), Integer.parseInt(parts[1], 16));
  }

  private static List<String> words(ProcessHandle process) {
    try {
      Path line = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return List.of(Files.readString(line).split("\0", -1));
    } catch (IOException e) {
      return List.of(); // it has ended
    }
  }
}
