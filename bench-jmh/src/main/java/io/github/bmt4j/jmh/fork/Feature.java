package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.target.DriverCoordinates;
import io.github.bmt4j.target.DriverCoordinates.Family;
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

  /**
   * Where a benchmark would run.
   *
   * @param product "MariaDB", "MySQL" or "stub"
   * @param tls whether the server offers TLS
   * @param manyHosts whether the URL names several hosts
   * @param javaVersion of the forks
   */
  public record Circumstances(
      DriverCoordinates driver, String product, boolean tls, boolean manyHosts, int javaVersion) {}

  /** Why a benchmark that needs this cannot run there; empty when it can. */
  public abstract Optional<String> obstacle(Circumstances at);
}
