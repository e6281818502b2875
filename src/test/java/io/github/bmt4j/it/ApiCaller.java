package io.github.bmt4j.it;

import io.github.bmt4j.api.Bmt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A JVM of the user's, which measures and says what it finds changed in itself. */
final class ApiCaller {
  private ApiCaller() {}

  public static void main(String[] folder) throws ReflectiveOperationException {
    TimeZone.getDefault(); // Sets a property.
    Set<String> hooks = hooks();
    Set<String> properties = properties();
    Set<String> threads = threads();

    System.out.println(
        Bmt.run("oltp_point_select")
            .option("--table-size", 100)
            .warmup(Duration.ZERO)
            .time(Duration.ofSeconds(1))
            .results(Path.of(folder[0]))
            .execute()
            .verdict());

    said("shutdown hooks", hooks, hooks());
    said("properties", properties, properties());
    said("threads", threads, threads());
  }

  private static void said(String what, Set<String> before, Set<String> now) {
    Set<String> others = new TreeSet<>(before);
    others.removeAll(now);
    Set<String> added = new TreeSet<>(now);
    added.removeAll(before);
    others.addAll(added);
    System.out.println(what + ": " + (others.isEmpty() ? "as before" : others));
  }

  private static Set<String> properties() {
    return System.getProperties().entrySet().stream()
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> hooks() throws ReflectiveOperationException {
    var field = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
    field.setAccessible(true);
    return ((Map<?, ?>) field.get(null))
        .keySet().stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Of users and libraries: those that keep the JVM alive, and those that bmt has named. */
  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.isDaemon() || thread.getName().startsWith("bmt"))
        .map(Thread::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
