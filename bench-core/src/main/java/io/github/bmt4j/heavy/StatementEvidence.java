package io.github.bmt4j.heavy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the server says of a statement that it ran. What it does not tell is absent.
 *
 * @param place {@code memory}, {@code spilled} or {@code tablespace}: where intermediate results
 *     were; absent when the server does not tell
 * @param reasons what says so, in words, such as "3 sort merge passes"
 * @param temporaryTables internal temporary tables
 * @param temporaryTablesOnDisk those of them on disk
 * @param temporaryBytes what temporary tables and files took on disk, in bytes
 * @param sortMergePasses merges of sorted pieces that were written to disk
 * @param rowsExamined rows read
 * @param handlerReads Handler_read_*
 * @param handlerWrites rows written to temporary tables and others, Handler_*write
 * @param counters growth of the session's counters that grew
 * @param serverWide growth of the whole server's counters of files and pages, other sessions'
 *     included
 */
public record StatementEvidence(
    @Nullable String place,
    List<String> reasons,
    @Nullable Long temporaryTables,
    @Nullable Long temporaryTablesOnDisk,
    @Nullable Long temporaryBytes,
    @Nullable Long sortMergePasses,
    @Nullable Long rowsExamined,
    @Nullable Long handlerReads,
    @Nullable Long handlerWrites,
    Map<String, Long> counters,
    Map<String, Long> serverWide) {
  /** All in memory. */
  static final String MEMORY = "memory";

  /** Written to disk because memory did not hold it. */
  static final String SPILLED = "spilled";

  /** A temporary table of the user, which lies in a tablespace on disk by design. */
  public static final String TABLESPACE = "tablespace";

  /** The same of a statement that did not come to its end: that it spilled is all that is known. */
  StatementEvidence unfinished() {
    return SPILLED.equals(place)
        ? this
        : new StatementEvidence(
            null,
            List.of("it did not come to its end"),
            temporaryTables,
            temporaryTablesOnDisk,
            temporaryBytes,
            sortMergePasses,
            rowsExamined,
            handlerReads,
            handlerWrites,
            counters,
            serverWide);
  }
}
