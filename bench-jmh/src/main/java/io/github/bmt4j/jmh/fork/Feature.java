package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverCoordinates.Family;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a benchmark needs of driver, server or JVM, and not all of them have. */
public enum Feature {
  /** Many rows with one command of the binary protocol. */
  BULK {
    @Override
    public Optional<String> obstacle(Circumstances at) {
      return at.driver().family() == Family.MYSQL
          ? Optional.of(at.driver() + " has no bulk protocol")
          : at.product().equals("MariaDB")
              ? Optional.empty()
              : Optional.of(at.product() + " has no bulk protocol");
    }
  },

  /** Statements of a batch that are sent before the one before them is answered. */
  PIPELINE {
    @Override
    public Optional<String> obstacle(Circumstances at) {
      return at.driver().family() == Family.MYSQL
          ? Optional.of(at.driver() + " does not pipeline")
          : Optional.empty();
    }
  },

  /** A server at all. */
  SERVER {
    @Override
    public Optional<String> obstacle(Circumstances at) {
      return at.product().equals(STUB)
          ? Optional.of("there is no server behind it")
          : Optional.empty();
    }
  },

  /** Connections that send read-only transactions to other hosts. */
  ROUTING {
    @Override
    public Optional<String> obstacle(Circumstances at) {
      return at.manyHosts() ? Optional.of("the URL names several hosts already") : Optional.empty();
    }
  },

  /** Encrypted connections. */
  TLS {
    @Override
    public Optional<String> obstacle(Circumstances at) {
      return at.tls() ? Optional.empty() : Optional.of("the server has no TLS");
    }
  },

  /** Threads that are no threads of the operating system. */
  VIRTUAL_THREADS {
    @Override
    public Optional<String> obstacle(Circumstances at) {
      return at.javaVersion() >= 21
          ? Optional.empty()
          : Optional.of("Java " + at.javaVersion() + " has no virtual threads");
    }
  };

  /** The product of what is no server. */
  public static final String STUB = "stub";

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
   * Where a benchmark would run.
   *
   * @param product "MariaDB", "MySQL" or "stub"
   * @param tls whether the server offers TLS
   * @param manyHosts whether the URL names several hosts
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
      int begin = url.indexOf("//") + 2;
      int end = url.indexOf('/', begin);
      return !url.matches("jdbc:(mariadb|mysql)://.*")
          || url.substring(begin, end < 0 ? url.length() : end).contains(",");
    }
  }

  /** Why a benchmark that needs this cannot run there; empty when it can. */
  public abstract Optional<String> obstacle(Circumstances at);
}
