package io.github.bmt4j.api;

import io.github.bmt4j.cli.options.Converters;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A measurement that has not begun: its server and its settings. Not thread-safe.
 *
 * @param <M> the kind of measurement
 */
public abstract sealed class Measurement<M extends Measurement<M>> permits Run, Failover {
  private final List<String> words;
  private @Nullable PrintStream shown;

  Measurement(List<String> words) {
    this.words = new ArrayList<>(words);
  }

  abstract M self();

  @Nullable Callable<?> code() {
    return null;
  }

  /**
   * Your own server. Without a URL it is that of the environment variable {@code BMT_URL}, or else
   * one that bmt starts for the measurement.
   *
   * @param url such as {@code jdbc:mariadb://host:3306/shop}; for {@code jdbc:mysql:} and others,
   *     name a {@link #driver}
   */
  public M url(String url) {
    return setting("--url", url);
  }

  /** Login for {@link #url}. */
  public M user(String user) {
    return setting("--user", user);
  }

  /** Password for {@link #url}; it is in no result and no output. */
  public M password(String password) {
    return setting("--password", password);
  }

  /**
   * The JDBC driver, instead of MariaDB Connector/J 4.0: not one of the class path, but one that
   * Maven resolves, so that its version is part of the result.
   *
   * @param driver such as {@code mysql:9.7.0}, {@code mariadb:3.5.11} or {@code
   *     org.postgresql:postgresql:42.7.14}
   */
  public M driver(String driver) {
    return setting("--driver", driver);
  }

  /** Folder in which results are stored (default {@code runs}). */
  public M results(Path folder) {
    return setting("--runs-dir", folder);
  }

  /** Prints what the command prints; without it, nothing is printed. */
  public M shownOn(PrintStream stream) {
    this.shown = stream;
    return self();
  }

  /** Sets an option that has one value. */
  final M setting(String name, Object value) {
    words.removeIf(word -> word.startsWith(name + "="));
    return option(name, value);
  }

  /**
   * Any other option of the command, such as {@code option("--pool-size", 8)}; {@code bmt help run}
   * explains them. Options that may be repeated have all their values.
   *
   * @param name with its dashes
   * @param value text, number, folder, or {@link Duration}
   */
  public M option(String name, Object value) {
    words.add(name + "=" + (value instanceof Duration time ? Converters.text(time) : value));
    return self();
  }

  /**
   * Measures, and stores the result in a folder of its own. This takes warm-up and measurement, and
   * the start of a server that bmt starts. While such a server runs, a shutdown hook of the JVM
   * ends it; with {@link #url} there is none.
   *
   * <p>If the calling thread is interrupted, the measurement ends within seconds, and the result so
   * far is returned, which is INVALID if it is cut off; the thread stays interrupted.
   *
   * @throws IllegalArgumentException when a setting cannot be used; then no server was touched
   * @throws MeasurementException when nothing could be measured
   */
  public Result execute() {
    return Execution.of(words, shown, code());
  }
}
