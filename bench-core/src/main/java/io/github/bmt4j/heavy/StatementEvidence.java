package io.github.bmt4j.heavy;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server's report of a statement. What it does not report is absent.
 *
 * @param place of intermediate results; absent when the server does not report it
 * @param reasons for that place, such as "3 sort merge passes"
 * @param temporaryBytes of temporary tables and files on disk
 * @param sortMergePasses merges of sorted pieces that were written to disk
 * @param handlerReads Handler_read_*
 * @param handlerWrites rows written to temporary tables and others, Handler_*write
 * @param counters growth of the session's counters that grew
 * @param serverWide growth of the whole server's counters of files and pages, other sessions'
 *     included
 */
public record StatementEvidence(
    @Nullable Place place,
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
  /** Places of intermediate results. */
  public enum Place {
    MEMORY,
    /** Written to disk because memory did not hold it. */
    SPILLED,
    /** A temporary table of the user, which lies in a tablespace on disk by design. */
    TABLESPACE,
    MIXED;

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** This evidence for a statement that was not done: only a spill is certain. */
  StatementEvidence unfinished() {
    return place == Place.SPILLED
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
