package io.github.bmt4j.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Codes and words as met on MariaDB 10.11 and 11.4 and MySQL 9.7; those of 200 and 1028 are from
 * their sources.
 */
class OutcomeKindTest {
  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1969 | 70100 | Query execution was interrupted (max_statement_time exceeded) | TIME_LIMIT",
        "3024 | HY000 | Query execution was interrupted, maximum statement execution time exceeded"
            + " | TIME_LIMIT",
        "1317 | 70100 | Query execution was interrupted | INTERRUPTED",
        "0    | 08000 | Socket error | CONNECTION_LOST",
        "1114 | HY000 | The table 'z' is full | TABLE_FULL",
        "1114 | HY000 | The table '(temporary)' is full | TABLE_FULL",
        "3    | HY000 | Error writing file '/t/#sql/fd=49' (Errcode: 28 \"No space left on"
            + " device\") | NO_SPACE",
        "3    | HY000 | Error writing file '/tmp/MYfd=37' (OS errno 28 - No space left on device) |"
            + " NO_SPACE",
        "14   | HY000 | Can't change size of file (OS errno 28 - No space left on device) |"
            + " NO_SPACE",
        "28   | HY000 | Got error '28 \"No space left on device\"' for"
            + " '#sql-temptable-5398-a-6.MAI' | NO_SPACE",
        "1878 | HY000 | Temporary file write failure | NO_SPACE",
        "200  | HY000 | Local temporary space limit reached | NO_SPACE",
        "3    | HY000 | Error writing file '/tmp/MYfd=37' (OS errno 5 - Input/output error) |"
            + " FAILED",
        "1205 | HY000 | Lock wait timeout exceeded; try restarting transaction | LOCK_TIMEOUT",
        "1846 | 0A000 | ALGORITHM=INPLACE is not supported. Reason: Cannot change column type. Try"
            + " ALGORITHM=COPY | REFUSED",
        "1845 | 0A000 | ALGORITHM=INSTANT is not supported for this operation. Try"
            + " ALGORITHM=COPY/INPLACE. | REFUSED",
        "4119 | HY000 | Not allowed for system-versioned `bmt`.`n`. Change"
            + " @@system_versioning_alter_history to proceed with ALTER. | REFUSED",
        "1062 | 23000 | Duplicate entry '1' for key 'k' | FAILED",
        "1028 | HY000 | Sort aborted | SORT_ABORTED",
        "1146 | 42S02 | Table 'bmt.nowhere' doesn't exist | FAILED",
      })
  void isToldByTheCode(int code, String state, String message, OutcomeKind end) {
    SQLException failure = new SQLException("(conn=8) " + message, state, code);
    assertThat(OutcomeKind.of(Failure.of(failure, ErrorPhase.STATEMENT))).isEqualTo(end);
  }

  @Test
  void isAWordInResults() {
    assertThat(OutcomeKind.CONNECTION_LOST.word()).isEqualTo("connection_lost");
  }
}
