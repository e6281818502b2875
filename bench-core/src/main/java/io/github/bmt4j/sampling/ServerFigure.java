package io.github.bmt4j.sampling;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a server's series, and its computation from two readings of its values. A value whose
 * growth counts is named as {@code SHOW GLOBAL STATUS} does, or by {@link ServerValues}.
 */
public enum ServerFigure {
  /** CPU of the server's process, as the operating system counts it. */
  CPU("cpu", "CPU", "processors", ServerValues.PROCESS_SECONDS, true),

  /** CPU of statements only, a lower bound of the server's CPU. */
  STATEMENT_CPU("statementCpu", "CPU", "processors", ServerValues.STATEMENT_SECONDS, true),

  /** CPU of an Aurora instance. */
  INSTANCE_CPU("instanceCpu", "CPU of the instance", "%", "replica.cpu", false),
  QUERIES("queries", "queries", "1/s", "Questions", true),
  NEW_CONNECTIONS("newConnections", "new connections", "1/s", "Connections", true),
  THREADS_RUNNING("threadsRunning", "threads running", "threads", "Threads_running", false),
  READS("reads", Names.OPERATIONS, "1/s", "Innodb_data_reads", true),
  READ_BYTES("readBytes", Names.BYTES, "B/s", "Innodb_data_read", true),
  WRITES("writes", Names.OPERATIONS, "1/s", "Innodb_data_writes", true),
  WRITTEN_BYTES("writtenBytes", Names.BYTES, "B/s", "Innodb_data_written", true),
  REDO_WRITES("redoWrites", Names.OPERATIONS, "1/s", "Innodb_log_writes", true),
  REDO_BYTES("redoBytes", Names.BYTES, "B/s", "Innodb_os_log_written", true),
  FLUSHES("flushes", Names.OPERATIONS, "1/s", "Innodb_data_fsyncs", true),
  READ_LATENCY("readLatency", "innodb_data_file.sum_timer_read", "innodb_data_file.count_read"),
  FLUSH_LATENCY("flushLatency", "innodb_data_file.sum_timer_misc", "innodb_data_file.count_misc"),
  REDO_FLUSH_LATENCY(
      "redoFlushLatency", "innodb_log_file.sum_timer_misc", "innodb_log_file.count_misc"),
  ROW_LOCK_WAITS("rowLockWaits", "row lock waits", "1/s", "Innodb_row_lock_waits", true),
  ROW_LOCK_TIME("rowLockTime", "row lock time", "ms/s", "Innodb_row_lock_time", true),
  CHECKPOINT_AGE("checkpointAge", "checkpoint age", "B", "Innodb_checkpoint_age", false),
  HISTORY_LENGTH(
      "historyLength", "history length", "transactions", "Innodb_history_list_length", false),
  REPLICA_LAG("replicaLag", "replica lag", "s", ServerValues.REPLICA_LAG, false);

  private static final class Names {
    static final String OPERATIONS = "reads, writes and flushes";
    static final String BYTES = "bytes";
    static final String LATENCY = "latency of reads and flushes";
  }

  private static final double MILLIS_PER_PICO = 1e-9;

  private final String word;
  private final String chart;
  private final String unit;
  private final String value;
  private final boolean grows;
  private final @Nullable String count;

  /** The value itself, or its growth a second. */
  ServerFigure(String word, String chart, String unit, String value, boolean grows) {
    this(word, chart, unit, value, grows, null);
  }

  /** The growth of a time in ps over that of a count. */
  ServerFigure(String word, String time, String count) {
    this(word, Names.LATENCY, "ms", time, true, count);
  }

  ServerFigure(
      String word, String chart, String unit, String value, boolean grows, @Nullable String count) {
    this.word = word;
    this.chart = chart;
    this.unit = unit;
    this.value = value;
    this.grows = grows;
    this.count = count;
  }

  public String word() {
    return word;
  }

  static String chart(String word) {
    return Stream.of(values())
        .filter(figure -> figure.word.equals(word))
        .map(figure -> "Server: " + figure.chart)
        .findFirst()
        .orElse(word);
  }

  /** The unit of its values; {@code processors} are seconds of CPU time a second. */
  public String unit() {
    return unit;
  }

  String value() {
    return value;
  }

  boolean grows() {
    return grows;
  }

  /** The values whose growth counts; none of a figure that is read as it is. */
  Stream<String> growing() {
    return grows ? Stream.concat(Stream.of(value), Stream.ofNullable(count)) : Stream.of();
  }

  /** True if its total over the load is meaningful, as for a rate. */
  boolean adds() {
    return grows && count == null;
  }

  /** The figure, with its weight in a mean; absent if a value is, or nothing was counted. */
  @Nullable Weighed of(
      Map<String, Double> now, @Nullable Map<String, Double> before, double seconds) {
    Double last = now.get(value);
    if (last == null || !grows) {
      return last == null ? null : new Weighed(last, 1);
    }
    if (before == null) {
      return null;
    }
    double growth = growth(value, now, before);
    double weight = count == null ? seconds : growth(count, now, before);
    double scale = count == null ? 1 : MILLIS_PER_PICO;
    return weight > 0 && !Double.isNaN(growth)
        ? new Weighed(scale * growth / weight, weight)
        : null;
  }

  /** NaN if the value was not read both times. */
  private static double growth(String name, Map<String, Double> now, Map<String, Double> before) {
    return now.getOrDefault(name, Double.NaN) - before.getOrDefault(name, Double.NaN);
  }

  record Weighed(double value, double weight) {}
}
