package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.os.Folders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The names that a client's JVM knows, in a hosts file of its own: the means to imitate a DNS flip.
 * The JVM reads the file again whenever it looks up an uncached name, and knows no other names; the
 * file contains localhost and this machine's name from the beginning.
 */
public final class HostNames {
  private final Path file;
  private final Map<String, String> addresses = new TreeMap<>();

  private HostNames(Path file) {
    this.file = file;
  }

  /** Creates the file, in an existing folder. */
  public static HostNames create(Path folder) throws IOException {
    HostNames names = new HostNames(folder.toAbsolutePath().resolve("hosts"));
    names.addresses.put("localhost", "127.0.0.1");
    try {
      InetAddress self = InetAddress.getLocalHost();
      names.addresses.put(self.getHostName(), self.getHostAddress());
    } catch (UnknownHostException e) {
      // A machine without a name of its own: no program will look it up.
    }
    names.write();
    return names;
  }

  /** Maps a name to a numeric address, from the next lookup on. */
  public synchronized void point(String name, String address) throws IOException {
    addresses.put(name, address);
    write();
  }

  /** The option of a JVM that looks up these names and no others. */
  public String jvmOption() {
    return "-Djdk.net.hosts.file=" + file;
  }

  /** Replaces the file atomically: a JVM may be reading it. */
  private void write() throws IOException {
    String text =
        addresses.entrySet().stream()
            .map(one -> one.getValue() + " " + one.getKey() + "\n")
            .collect(Collectors.joining());
    Path partial = file.resolveSibling("hosts.partial");
    Folders.writePrivate(partial, text);
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
