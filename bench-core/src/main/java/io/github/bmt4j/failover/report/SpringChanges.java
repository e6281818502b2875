package io.github.bmt4j.failover.report;

import static io.github.bmt4j.report.Lines.words;

import com.zaxxer.hikari.HikariConfig;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PoolProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the owner of a Spring Boot application changes in the file to have other settings. */
final class SpringChanges {
  private static final String POOL = "spring.datasource.hikari.";

  private SpringChanges() {}

  /**
   * The changes, each in words with the value that the file has now.
   *
   * @param own settings of a file; without one there is nothing to change
   * @param url the application's, whose options come before the settings
   * @param wanted settings of another application with the same driver
   * @param wantedUrl its URL
   */
  static List<String> of(
      ApplicationSettings own,
      @Nullable String url,
      ApplicationSettings wanted,
      @Nullable String wantedUrl) {
    if (own.poolProperties().from() == null
        || own.family() != wanted.family()
        || own.goesWithoutPool()
        || wanted.goesWithoutPool()) {
      return List.of();
    }
    List<String> changes = new ArrayList<>();
    HikariConfig now = own.poolProperties().in(own.hikari());
    HikariConfig then = wanted.poolProperties().in(wanted.hikari());
    for (String name : PoolProperties.names()) {
      String value = PoolProperties.value(then, name);
      String present = PoolProperties.value(now, name);
      if (!value.equals(present)) {
        changes.add(words("%s%s: %s (now %s)", POOL, dashed(name), set(value), set(present)));
      }
    }
    String options =
        Stream.of(own, wanted)
            .flatMap(one -> own.family().options(one).keySet().stream())
            .distinct()
            .filter(name -> !option(wanted, wantedUrl, name).isEmpty())
            .filter(name -> !option(wanted, wantedUrl, name).equals(option(own, url, name)))
            .map(name -> name + "=" + option(wanted, wantedUrl, name))
            .collect(Collectors.joining("&"));
    if (!options.isEmpty()) {
      changes.add("spring.datasource.url: with " + options);
    }
    Integer ttl = wanted.dnsTtlSeconds();
    if (ttl != null && !Objects.equals(ttl, own.dnsTtlSeconds())) {
      changes.add("the JVM's security property networkaddress.cache.ttl: " + ttl);
    }
    return changes;
  }

  /** The value of a driver's option; "" if it is not set. */
  private static String option(ApplicationSettings settings, @Nullable String url, String name) {
    return Optional.ofNullable(url)
        .flatMap(one -> JdbcUrl.value(one, name))
        .orElseGet(() -> settings.family().options(settings).getOrDefault(name, ""));
  }

  private static String set(String value) {
    return value.equals("null") ? "not set" : value;
  }

  private static String dashed(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
