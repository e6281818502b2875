package io.github.bmt4j.ddl;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Change that an ALTER makes. Changes of a column or an index fit sysbench's tables only. */
public enum AlterChange {
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

  AlterChange(String clause, @Nullable String undoing, @Nullable String proof, boolean anyTable) {
    this.clause = clause;
    this.undoing = undoing;
    this.proof = proof;
    this.anyTable = anyTable;
  }

  @JsonValue
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns true if the change fits any table, not only sysbench's. */
  boolean fitsAnyTable() {
    return anyTable;
  }

  String sql(String table, Algorithm algorithm, Lock lock) {
    boolean asItIs = algorithm == Algorithm.DEFAULT && lock == Lock.DEFAULT;
    if (this == OPTIMIZE && asItIs) {
      return "OPTIMIZE TABLE " + table;
    }
    return "ALTER TABLE "
        + table
        + " "
        + clause
        + (algorithm == Algorithm.DEFAULT ? "" : ", ALGORITHM=" + algorithm)
        + (lock == Lock.DEFAULT ? "" : ", LOCK=" + lock);
  }

  /** The statement that undoes the change; absent when there is nothing to undo. */
  @Nullable String undoSql(String table) {
    return undoing == null ? null : "ALTER TABLE " + table + " " + undoing;
  }

  /**
   * A query for one number that is not 0 when the table has its new form; absent for a change that
   * a query cannot see.
   */
  @Nullable String proofSql(String table) {
    String thisTable = "table_schema = DATABASE() AND table_name = '" + table + "'";
    return proof == null ? null : "SELECT " + proof.replace("{this}", thisTable);
  }

  /** Options of a table that is made for this change: the end of its definition. */
  String tableOptions() {
    return this == CONVERT_CHARSET ? " CHARACTER SET latin1" : "";
  }
}
