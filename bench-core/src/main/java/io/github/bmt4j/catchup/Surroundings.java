package io.github.bmt4j.catchup;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.load.ProcessorWatch;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.statement.RestartWatch;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * External influences on catch-ups: settings that the server changed, its disk, restarts of the
 * primary, and other processes.
 */
final class Surroundings {
  /** Share of the processors that other processes may use, as during a load. */
  private static final double MOST_OTHERS = 0.25;

  private static final Pattern OPTION = Pattern.compile("--([\\w-]+)=(\\d+)");
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
  private static final int UNKNOWN_VARIABLE = 1193;

  private static final int DISK_BYTES = 512;
  private static final int DISK_WRITES = 100;
  private static final long LONGEST_DISK_NANOS = 3_000_000_000L;

  private final ReplicaPair pair;
  private final Clock clock;
  private final ProcessorWatch processors = new ProcessorWatch();
  private ProcessorWatch.@Nullable Reading before;
  private final RestartWatch restarts;
  private @Nullable Reason primary;

  Surroundings(ReplicaPair pair, Clock clock) {
    this.pair = pair;
    this.clock = clock;
    this.restarts = new RestartWatch(clock);
  }

  void begin(Connection toPrimary) throws SQLException {
    restarts.begin(toPrimary);
  }

  void look() {
    before = pair.isOwn() ? processors.read() : null;
  }

  /** Returns true if the primary had been restarted or did not answer at the last check. */
  boolean hasLostPrimary() {
    return primary != null;
  }

  List<Reason> problems() {
    try (Connection asked = pair.connectPrimary()) {
      primary =
          restarts.isRestarted(asked)
              ? Code.SERVER_RESTARTED.of("the primary was restarted")
              : null;
    } catch (SQLException e) {
      primary = Code.SERVER_LOST.of("the primary does not answer: " + TargetErrors.words(e));
    }
    return Stream.concat(Stream.ofNullable(primary), Stream.ofNullable(busy())).toList();
  }

  private @Nullable Reason busy() {
    ProcessorWatch.Reading first = before;
    ProcessorWatch.Reading now = first == null ? null : processors.read();
    Double others = first == null || now == null ? null : now.minus(first).othersShare();
    return others == null || others <= MOST_OTHERS
        ? null
        : Code.CLIENT_DISTURBED.of(
            words(
                "other programs used %.0f %% of the processors while the replica caught up",
                100 * others));
  }

  /** Notes on settings of which the server uses another number than was given. */
  static List<String> notes(String setting, Connection replica) throws SQLException {
    List<String> notes = new ArrayList<>();
    for (String option : CatchUpOrder.options(setting)) {
      Matcher given = OPTION.matcher(option);
      if (given.matches()) {
        String name = given.group(1).replace('-', '_');
        String value = value(replica, name);
        if (!value.isEmpty() && !areEqual(value, given.group(2))) {
          notes.add(setting + ": the server has " + name + "=" + value + " in force");
        }
      }
    }
    return notes;
  }

  /** The value of a variable; "" for an option that is no variable, such as {@code loose_x}. */
  private static String value(Connection replica, String name) throws SQLException {
    try {
      return Sql.text(replica, "SELECT @@global." + name);
    } catch (SQLException e) {
      if (e.getErrorCode() == UNKNOWN_VARIABLE) {
        return "";
      }
      throw e;
    }
  }

  /** Returns true if a value equals the given number; 1.000000 equals 1. */
  static boolean areEqual(String value, String number) {
    return NUMBER.matcher(value).matches()
        && new BigDecimal(value).compareTo(new BigDecimal(number)) == 0;
  }

  /**
   * Time that the replica's disk needs to make the commit of one row durable, whatever the server's
   * settings: the median of up to 100 forced writes of 512 bytes to the end of a file, in ms;
   * absent for the user's server, and where its folder cannot be written to.
   */
  @Nullable Double diskMillis() throws TargetException {
    Path folder = pair.data();
    if (folder == null) {
      return null;
    }
    List<Double> times = new ArrayList<>();
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("bmt-disk"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      long begin = clock.nanoTime();
      long from = begin;
      while (times.size() < DISK_WRITES && from - begin < LONGEST_DISK_NANOS) {
        file.write(ByteBuffer.allocate(DISK_BYTES));
        file.force(false);
        long after = clock.nanoTime();
        times.add((after - from) / 1e6);
        from = after;
      }
      return Medians.of(times);
    } catch (IOException e) {
      return null;
    }
  }
}
