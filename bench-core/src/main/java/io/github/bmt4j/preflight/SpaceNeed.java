package io.github.bmt4j.preflight;

import java.util.Locale;

/**
 * The space that a statement needs on disk, estimated from the sizes of its tables, which the
 * server itself estimates.
 *
 * @param what in words, such as "the sort"
 * @param sortBytes rows that pass through sort files, when memory does not hold them
 * @param sortMemoryBytes size that must fit the sort buffer so that no file is needed
 * @param rebuild true if these are the sort files of an ALTER
 * @param temporaryTableBytes in temporary tablespaces
 * @param online true if other sessions may change the table meanwhile, which is noted in a log
 */
public record SpaceNeed(
    String what,
    long sortBytes,
    long sortMemoryBytes,
    boolean rebuild,
    long temporaryTableBytes,
    long dataBytes,
    boolean online) {

  /** Kinds of an ALTER. */
  public enum AlterKind {
    /** Only the dictionary changes. */
    INSTANT,
    /** InnoDB builds a copy of the table. */
    INPLACE_REBUILD,
    /** The server copies row by row into a new table, indexes included. */
    COPY,
    /** InnoDB builds one index. */
    ADD_INDEX
  }

  /**
   * A sort of a number of rows of a number of bytes. A LIMIT helps only if the sort buffer holds
   * the limit's rows, because then no other rows are kept; otherwise all rows pass through the
   * files.
   *
   * @param limit {@link Long#MAX_VALUE} without one
   */
  public static SpaceNeed sort(long rows, long rowBytes, long limit) {
    return new SpaceNeed(
        "the sort",
        Math.multiplyExact(rows, rowBytes),
        Math.multiplyExact(Math.min(limit, rows), rowBytes),
        false,
        0,
        0,
        false);
  }

  public static SpaceNeed temporaryTable(long bytes) {
    return new SpaceNeed("the temporary table", 0, 0, false, bytes, 0, false);
  }

  /**
   * An ALTER.
   *
   * @param indexBytes of its other indexes; for {@link AlterKind#ADD_INDEX} of the new one
   */
  public static SpaceNeed alter(AlterKind kind, long dataBytes, long indexBytes) {
    String what = "the ALTER (" + kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
    return switch (kind) {
      case INSTANT -> new SpaceNeed(what, 0, 0, true, 0, 0, false);
      case COPY -> new SpaceNeed(what, 0, 0, true, 0, dataBytes + indexBytes, false);
      case INPLACE_REBUILD ->
          new SpaceNeed(what, indexBytes, indexBytes, true, 0, dataBytes + indexBytes, true);
      case ADD_INDEX -> new SpaceNeed(what, indexBytes, indexBytes, true, 0, indexBytes, true);
    };
  }
}
