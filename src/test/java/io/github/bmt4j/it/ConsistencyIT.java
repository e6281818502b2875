package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The files of {@code examples/consistency}: the server's tables say what a run has to find. */
@Execution(ExecutionMode.CONCURRENT)
class ConsistencyIT {
  private static final Path FILES = Path.of("..", "..", "examples", "consistency");

  /** Threads that read one row at the same time all write the same number. */
  @Test
  void aReadWithoutALockLosesUpdatesAndTheFirstLineSaysHowMany() {
    Database database = Servers.EMBEDDED.database();
    Ended ended = run(database, "read-modify-write.sql").exits(1);

    long lost = committed(database) - counted(database);
    assertThat(lost).isPositive();
    String reason =
        String.format(
            Locale.ROOT,
            "the cleanup file failed: %s:5: \\expect rows=0, but the statement returned %,d rows",
            FILES.resolve("lost-updates.sql"),
            lost);
    assertThat(ended.result().verdict().texts()).contains(reason);
    assertThat(ended.out()).contains("\nDo not use these figures: " + reason);
  }

  @Test
  void aLockBeforeTheReadLosesNone() {
    Database database = Servers.EMBEDDED.database();
    long transactions = run(database, "for-update.sql").counts().totals().transactions();

    assertThat(transactions).isPositive();
    assertThat(committed(database)).isGreaterThanOrEqualTo(transactions);
    assertThat(counted(database)).isEqualTo(committed(database));
  }

  private static Ended run(Database database, String file) {
    // Newer servers have snapshot isolation by default.
    String url = database.url() + "&sessionVariables=innodb_snapshot_isolation=0";
    return database
        .command()
        .with("BMT_URL", url)
        .run(
            words(
                "run %s -D counters=1 --init-file=%s --cleanup-file=%s --threads=8 --warmup=0"
                    + " --time=1",
                FILES.resolve(file),
                FILES.resolve("create.sql"),
                FILES.resolve("lost-updates.sql")));
  }

  private static long committed(Database database) {
    return database.number("SELECT COUNT(*) FROM bmt_committed");
  }

  private static long counted(Database database) {
    return database.number("SELECT SUM(v) FROM bmt_counters");
  }
}
