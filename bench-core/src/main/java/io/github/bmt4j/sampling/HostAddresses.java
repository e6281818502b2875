package io.github.bmt4j.sampling;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.JdbcUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The addresses of a server's host, looked up repeatedly. Used by one thread. */
final class HostAddresses {
  private final Supplier<Set<String>> lookup;
  private Set<String> known = Set.of();

  HostAddresses(Supplier<Set<String>> lookup) {
    this.lookup = lookup;
  }

  Optional<String> changed() {
    Set<String> before = known;
    Set<String> now = lookup.get();
    known = now.isEmpty() ? before : now;
    return before.isEmpty() || known.equals(before)
        ? Optional.empty()
        : Optional.of(
            words(
                "the address of its host is %s; it was %s",
                String.join(", ", now), String.join(", ", before)));
  }

  static Set<String> of(String url) {
    Set<String> addresses = new TreeSet<>();
    try {
      for (InetSocketAddress host : JdbcUrl.addresses(url)) {
        for (InetAddress address : InetAddress.getAllByName(host.getHostString())) {
          addresses.add(address.getHostAddress());
        }
      }
      return addresses;
    } catch (UnknownHostException e) {
      return Set.of();
    }
  }
}
