package io.github.bmt4j.it;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The servers that tests run on. One that is not there leaves the test out, or fails it when it is
 * required: see {@link ItServers}.
 */
enum Servers {
  /** MariaDB from Maven Central. */
  EMBEDDED {
    @Override
    TargetSpec spec() {
      return ItServers.embedded();
    }
  },
  /** The installed server. */
  LOCAL {
    @Override
    TargetSpec spec() {
      return ItServers.local();
    }
  },
  /** MySQL as it starts soonest. */
  MYSQL {
    @Override
    TargetSpec spec() {
      return ItServers.anyMysql();
    }
  },
  /** MySQL in a container. */
  CONTAINER {
    @Override
    TargetSpec spec() {
      return ItServers.mysqlContainer();
    }
  };

  private static final Map<Servers, Server> SHARED = new EnumMap<>(Servers.class);

  /** What the user wants when he wants it. */
  abstract TargetSpec spec();

  /** The value of {@code --target} for it. */
  String target() {
    return spec().word();
  }

  /** Words that make the command start one. */
  String[] started(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(List.of("--target", target(), "--cache-dir", ItServers.cache().toString()));
    return all.toArray(String[]::new);
  }

  /** A new database on a server that all tests share; it ends with the JVM. */
  Database database() {
    synchronized (SHARED) {
      return Database.create(SHARED.computeIfAbsent(this, server -> server.open()).target());
    }
  }

  /** A server of the test's own, for what it does to it. */
  Server open(String... serverOptions) {
    try {
      return ItServers.open(spec(), serverOptions);
    } catch (TargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
