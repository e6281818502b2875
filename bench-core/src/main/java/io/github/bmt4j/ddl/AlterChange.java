package io.github.bmt4j.ddl;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.preflight.SpaceNeed.AlterKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Change that an ALTER makes: one of the usual ones, or the user's own.
 *
 * @param word name of a usual change, otherwise the clause of the user's ALTER
 */
public record AlterChange(@JsonValue String word) {
  private static final int MOST_SHOWN = 24;

  /** Clauses with what the server does for them where it chooses, those that need most first. */
  private static final List<Entry<Pattern, AlterKind>> KINDS =
      List.of(
          Map.entry(found("MODIFY|CHANGE|CONVERT\\s+TO"), AlterKind.COPY),
          Map.entry(
              found("FORCE|ENGINE|ROW_FORMAT|KEY_BLOCK_SIZE|PRIMARY\\s+KEY"),
              AlterKind.INPLACE_REBUILD),
          Map.entry(
              found("ADD\\s+(?:CONSTRAINT\\s+\\S+\\s+)?(?:UNIQUE|FULLTEXT|SPATIAL|INDEX|KEY)"),
              AlterKind.ADD_INDEX));

  private static final Pattern ALGORITHM =
      Pattern.compile("(?i)\\bALGORITHM\\s*=?\\s*(INSTANT|INPLACE|COPY)\\b");

  private static final Pattern OF_PARTITIONS = found("PARTITION");

  public static final AlterChange ADD_COLUMN = Usual.ADD_COLUMN.change();
  public static final AlterChange ADD_INDEX = Usual.ADD_INDEX.change();
  public static final AlterChange CHANGE_TYPE = Usual.CHANGE_TYPE.change();
  public static final AlterChange OPTIMIZE = Usual.OPTIMIZE.change();
  public static final AlterChange CONVERT_CHARSET = Usual.CONVERT_CHARSET.change();

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public AlterChange {
    word = word.strip();
  }

  /** Changes with a name; those of a column or an index fit sysbench's tables only. */
  private enum Usual {
    /** The study's change: one more column, without a value in any row. */
    ADD_COLUMN(
        "ADD COLUMN bmt_added DATETIME(6) DEFAULT NULL",
        "DROP COLUMN bmt_added",
        "COUNT(*) FROM information_schema.columns WHERE {this} AND column_name = 'bmt_added' AND"
            + " column_type = 'datetime(6)'",
        true),
    /** An index over 60 characters, which is sorted. */
    ADD_INDEX(
        "ADD INDEX bmt_added (pad)",
        "DROP INDEX bmt_added",
        "COUNT(*) FROM information_schema.statistics WHERE {this} AND index_name = 'bmt_added'",
        false),
    /** INT becomes BIGINT, under an index. */
    CHANGE_TYPE(
        "MODIFY COLUMN k BIGINT NOT NULL DEFAULT '0'",
        "MODIFY COLUMN k INTEGER NOT NULL DEFAULT '0'",
        "COUNT(*) FROM information_schema.columns WHERE {this} AND column_name = 'k' AND column_type"
            + " LIKE 'bigint%'",
        false),
    /** The table is rebuilt without a change. */
    OPTIMIZE("FORCE", null, null, true),
    /** All character columns become utf8mb4. */
    CONVERT_CHARSET(
        "CONVERT TO CHARACTER SET utf8mb4",
        null,
        "COUNT(*) > 0 AND SUM(character_set_name <> 'utf8mb4') = 0 FROM information_schema.columns"
            + " WHERE {this} AND character_set_name IS NOT NULL",
        true);

    private final String clause;
    private final @Nullable String undoing;
    private final @Nullable String proof;
    private final boolean anyTable;

    Usual(String clause, @Nullable String undoing, @Nullable String proof, boolean anyTable) {
      this.clause = clause;
      this.undoing = undoing;
      this.proof = proof;
      this.anyTable = anyTable;
    }

    AlterChange change() {
      return new AlterChange(name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
  }

  /** The changes that have a name. */
  public static List<AlterChange> usual() {
    return Arrays.stream(Usual.values()).map(Usual::change).toList();
  }

  private Optional<Usual> named() {
    return Arrays.stream(Usual.values()).filter(one -> one.change().equals(this)).findFirst();
  }

  private static Pattern found(String regex) {
    return Pattern.compile("(?i)\\b(?:" + regex + ")\\b");
  }

  /** Its name in tables and titles, or the beginning of its clause. */
  String shown() {
    String line = word.replaceAll("\\s+", " ");
    return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN - 1) + "…";
  }

  /** What follows {@code ALTER TABLE} and the table's name. */
  String clause() {
    return named().map(usual -> usual.clause).orElse(word);
  }

  /** Returns true if the change fits any table, not only sysbench's. */
  boolean fitsAnyTable() {
    return named().isEmpty() || named().orElseThrow().anyTable;
  }

  /** Returns true if the table has as many rows after it as before. */
  boolean keepsRows() {
    return !OF_PARTITIONS.matcher(clause()).find();
  }

  String sql(String table, Algorithm algorithm, Lock lock) {
    boolean asItIs = algorithm == Algorithm.DEFAULT && lock == Lock.DEFAULT;
    if (equals(OPTIMIZE) && asItIs) {
      return "OPTIMIZE TABLE " + table;
    }
    return "ALTER TABLE "
        + table
        + " "
        + clause()
        + (algorithm == Algorithm.DEFAULT ? "" : ", ALGORITHM=" + algorithm)
        + (lock == Lock.DEFAULT ? "" : ", LOCK=" + lock);
  }

  /** The statement that undoes the change; absent when there is nothing to undo. */
  @Nullable String undoSql(String table) {
    String undoing = named().map(usual -> usual.undoing).orElse(null);
    return undoing == null ? null : "ALTER TABLE " + table + " " + undoing;
  }

  /**
   * A query for one number that is not 0 when the table has its new form; absent for a change that
   * a query cannot see.
   */
  @Nullable String proofSql(String table) {
    String thisTable = "table_schema = DATABASE() AND table_name = '" + table + "'";
    return named()
        .map(usual -> usual.proof)
        .map(proof -> "SELECT " + proof.replace("{this}", thisTable))
        .orElse(null);
  }

  /** Options of a table that is made for this change: the end of its definition. */
  String tableOptions() {
    return equals(CONVERT_CHARSET) ? " CHARACTER SET latin1" : "";
  }

  /** Kind of the ALTER; where the server chooses, it takes the kind that needs least. */
  AlterKind kind(Algorithm given, ServerProduct server) {
    Matcher own = ALGORITHM.matcher(word);
    AlterKind chosen =
        KINDS.stream()
            .filter(one -> one.getKey().matcher(clause()).find())
            .map(Entry::getValue)
            .findFirst()
            .orElse(AlterKind.INSTANT);
    return switch (own.find() ? Algorithm.valueOf(own.group(1).toUpperCase(Locale.ROOT)) : given) {
      case INSTANT -> AlterKind.INSTANT;
      case COPY, TOOL -> AlterKind.COPY;
      case INPLACE ->
          chosen == AlterKind.ADD_INDEX ? AlterKind.ADD_INDEX : AlterKind.INPLACE_REBUILD;
      case DEFAULT ->
          chosen == AlterKind.INSTANT && !addsAtOnce(server) ? AlterKind.INPLACE_REBUILD : chosen;
    };
  }

  /** MariaDB from 10.3 on, and MySQL from 8.0 on: 8.0.12, the second one for production. */
  private static boolean addsAtOnce(ServerProduct server) {
    return server.isMariaDb() ? server.atLeast(10, 3) : server.atLeast(8, 0);
  }
}
