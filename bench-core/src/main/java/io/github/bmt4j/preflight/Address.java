package io.github.bmt4j.preflight;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A host and port that a JDBC URL names. */
record Address(String host, int port) {
  private static final int DEFAULT_PORT = 3306;
  private static final int LAST_PORT = 65535;
  private static final Pattern HOSTS = Pattern.compile("^jdbc:[^/]*//([^/?]*)");
  private static final Pattern WORDY =
      Pattern.compile("address\\s*=((?:\\s*\\([^)]*\\))+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern FIELD = Pattern.compile("\\(\\s*(\\w+)\\s*=\\s*([^)]*?)\\s*\\)");
  private static final Pattern PLAIN = Pattern.compile("(\\[[^]]+]|[^:]*)(?::(\\d{1,5}))?");

  /** Those that a URL names, each once. */
  static List<Address> of(String url) {
    Matcher hosts = HOSTS.matcher(url);
    if (!hosts.find()) {
      return List.of();
    }
    Set<Address> addresses = new LinkedHashSet<>();
    Matcher wordy = WORDY.matcher(hosts.group(1));
    while (wordy.find()) {
      add(addresses, field(wordy.group(1), "host"), field(wordy.group(1), "port"));
    }
    for (String plain : WORDY.matcher(hosts.group(1)).replaceAll("").split(",", -1)) {
      Matcher matcher = PLAIN.matcher(plain.strip());
      if (!plain.isBlank() && matcher.matches()) {
        add(addresses, matcher.group(1).replaceAll("[\\[\\]]", ""), matcher.group(2));
      }
    }
    if (addresses.isEmpty() && hosts.group(1).isBlank()) {
      addresses.add(new Address("localhost", DEFAULT_PORT));
    }
    return new ArrayList<>(addresses);
  }

  /** One whose port is none is left to the driver, which says so. */
  private static void add(Set<Address> addresses, @Nullable String host, @Nullable String port) {
    if (host == null || host.isEmpty()) {
      return;
    }
    if (port == null || port.isEmpty()) {
      addresses.add(new Address(host, DEFAULT_PORT));
    } else if (port.matches("\\d{1,5}")) {
      int number = Integer.parseInt(port);
      if (number >= 1 && number <= LAST_PORT) {
        addresses.add(new Address(host, number));
      }
    }
  }

  private static @Nullable String field(String fields, String name) {
    Matcher matcher = FIELD.matcher(fields);
    while (matcher.find()) {
      if (matcher.group(1).toLowerCase(Locale.ROOT).equals(name)) {
        return matcher.group(2);
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
