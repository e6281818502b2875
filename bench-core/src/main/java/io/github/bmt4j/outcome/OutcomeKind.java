package io.github.bmt4j.outcome;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The end of a heavy statement, by the server's vendor code and not by the driver's message. */
public enum OutcomeKind {
  /** The whole answer arrived. */
  DONE,
  /** The connection was lost during it: killed, timed out on the way, or the server went away. */
  CONNECTION_LOST,
  /** The server's limit ended it: {@code max_statement_time}, {@code max_execution_time}. */
  TIME_LIMIT,
  /** Interrupted by {@code KILL QUERY}. */
  INTERRUPTED,
  /** {@code The table … is full}: a size limit, or the disk under it. */
  TABLE_FULL,
  /** No space was left on the device of one of its files, or in the space that it may use. */
  NO_SPACE,
  /** {@code Sort aborted}, whatever the reason that the server names. */
  SORT_ABORTED,
  /** The server does not support it for this table, or not by the ALGORITHM or LOCK asked for. */
  REFUSED,
  /** It waited too long for a lock. */
  LOCK_TIMEOUT,
  /** Refused by the server for any other reason. */
  FAILED,
  /** The user ended the run before it. */
  STOPPED,
  /** It was not tried: the server lacks a required feature. */
  LEFT_OUT;

  private static final Set<Integer> TIME_LIMITS = Set.of(1969, 3024);

  /**
   * Files that could not be written or extended, for any reason: ER_DISK_FULL and other codes of
   * the server; EE_WRITE (3) and EE_CANT_CHSIZE (14) of its layer for files; the bare number of the
   * operating system (28), which MariaDB gives for an internal temporary table.
   */
  private static final Set<Integer> FILES = Set.of(3, 14, 28, 1021, 1026, 1030);

  /** MariaDB's limits of temporary space, from 11.5 on. */
  private static final Set<Integer> SPACE_LIMITS = Set.of(200, 201);

  /**
   * ER_TEMP_FILE_WRITE_FAILURE: InnoDB could not write the sort files of an ALTER. It never says
   * why; only a full disk is known to cause it.
   */
  private static final int SORT_FILES_OF_ALTER = 1878;

  /** ALGORITHM or LOCK that the change cannot have; 4092 and above are MySQL's for INSTANT. */
  private static final Set<Integer> ALGORITHMS = Set.of(1221, 1845, 1846, 4092, 4093, 4157, 4158);

  /**
   * Errors of changes that an engine, a partitioned table, or any server so far does not support.
   */
  private static final Set<Integer> ENGINES =
      Set.of(1031, 1178, 1214, 1235, 1464, 1478, 1506, 1757, 1910);

  /** Errors of changes that MariaDB refuses for system-versioned tables. */
  private static final Set<Integer> VERSIONED = Set.of(1726, 4111, 4119, 4120, 4132, 4137);

  private static final Set<Integer> REFUSALS =
      Stream.of(ALGORITHMS, ENGINES, VERSIONED)
          .flatMap(Set::stream)
          .collect(Collectors.toUnmodifiableSet());

  /** Classes a failure. */
  public static OutcomeKind of(Failure failure) {
    int code = failure.code();
    if (TIME_LIMITS.contains(code)) {
      return TIME_LIMIT;
    }
    if (failure.connectionLost()) {
      return CONNECTION_LOST;
    }
    if (code == 1114) {
      return TABLE_FULL;
    }
    if (code == SORT_FILES_OF_ALTER
        || ((FILES.contains(code) || SPACE_LIMITS.contains(code))
            && saysNoSpace(failure.message()))) {
      return NO_SPACE;
    }
    return switch (code) {
      case 1028 -> SORT_ABORTED;
      case 1205 -> LOCK_TIMEOUT;
      case 1317 -> INTERRUPTED;
      default -> REFUSALS.contains(code) ? REFUSED : FAILED;
    };
  }

  /** The stored form, such as {@code connection_lost}. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static boolean saysNoSpace(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    return lower.contains("no space left")
        || lower.contains("disk full")
        || lower.contains("disk is full")
        || lower.contains("errcode: 28")
        || lower.contains("error 28")
        || lower.contains("errno 28")
        || lower.contains("temporary space limit reached");
  }
}
