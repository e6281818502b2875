package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverCoordinates.Family;
import io.github.bmt4j.jdbc.JdbcUrl;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Feature of driver, server or JVM that a benchmark needs and not all of them have. */
public enum Feature {
  /** Many rows with one command of the binary protocol. */
  BULK(
      at ->
          at.driver().family() == Family.MYSQL
              ? at.driver() + " has no bulk protocol"
              : at.product().equals("MariaDB") ? null : at.product() + " has no bulk protocol"),

  /** Statements of a batch that are sent before the one before them is answered. */
  PIPELINE(at -> at.driver().family() == Family.MYSQL ? at.driver() + " does not pipeline" : null),

  /** Connections that send read-only transactions to other hosts. */
  ROUTING(at -> at.manyHosts() ? "the URL names several hosts already" : null),
  TLS(at -> at.tls() ? null : "the server has no TLS"),

  /** Threads that are no threads of the operating system. */
  VIRTUAL_THREADS(
      at -> at.javaVersion() >= 21 ? null : "Java " + at.javaVersion() + " has no virtual threads");

  @SuppressWarnings("ImmutableEnumChecker") // Its lambdas hold nothing.
  private final Function<Circumstances, @Nullable String> obstacle;

  Feature(Function<Circumstances, @Nullable String> obstacle) {
    this.obstacle = obstacle;
  }

  /** All that a benchmark method needs, its class's needs included. */
  public static List<Feature> neededBy(Class<?> benchmark, String method) {
    List<Feature> needed = new ArrayList<>(needs(benchmark));
    Arrays.stream(benchmark.getDeclaredMethods())
        .filter(found -> found.getName().equals(method))
        .forEach(found -> needed.addAll(needs(found)));
    return List.copyOf(needed);
  }

  private static List<Feature> needs(AnnotatedElement element) {
    Needs needs = element.getAnnotation(Needs.class);
    return needs == null ? List.of() : List.of(needs.value());
  }

  /**
   * Driver, server and JVM with which a benchmark would run.
   *
   * @param product "MariaDB" or "MySQL"
   * @param tls true if the server offers TLS
   * @param manyHosts true if the URL names several hosts
   * @param javaVersion of the forks
   */
  public record Circumstances(
      DriverCoordinates driver, String product, boolean tls, boolean manyHosts, int javaVersion) {
    /** A server with a driver, in a JVM. */
    public static Circumstances of(
        Handover.Server server, DriverCoordinates driver, int javaVersion) {
      return new Circumstances(
          driver, server.product(), server.tls(), namesManyHosts(server.url()), javaVersion);
    }

    static boolean namesManyHosts(String url) {
      return !url.matches("jdbc:(mariadb|mysql)://.*") || JdbcUrl.hosts(url).contains(",");
    }
  }

  /** Reason why a benchmark that needs this cannot run there; empty when it can. */
  public Optional<String> obstacle(Circumstances at) {
    return Optional.ofNullable(obstacle.apply(at));
  }
}
