package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.LastWrite;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Looks for acknowledged writes over another connection than the writer's. */
final class ReadBack {
  private static final int PATIENCE_MILLIS = 5_000;

  /** Largest number of writes that are read back on each endpoint. */
  private static final int MOST = 64;

  /** Number of the latest writes among them, which a server most likely loses. */
  private static final int LAST = 16;

  /** Least number of writes that another worker may have overwritten for a conclusion. */
  private static final int JUDGED = 2;

  private ReadBack() {}

  /**
   * Looks for the writes.
   *
   * @param writes of all workers over one endpoint, in the order in which the workers ended; each
   *     is the last of its worker
   * @param alone true if the load has no other endpoint: over others, workers may overwrite rows of
   *     a server that replicates from there
   * @return problems that spoil the run; empty for none
   * @throws SQLException when the rows cannot be read
   */
  static Optional<Reason> problem(EndpointServer server, List<LastWrite> writes, boolean alone)
      throws SQLException {
    List<LastWrite> sample = sample(writes, new Random());
    if (sample.isEmpty()) {
      return Optional.empty();
    }
    int kept = 0;
    int missing = 0;
    int changing = 0;
    int changed = 0;
    try (Connection connection = server.connector().connect(PATIENCE_MILLIS)) {
      // A proxy that splits reads from writes keeps a transaction on the server for writes. The
      // transaction ends with the connection, so that the server counts only the load's COMMITs and
      // ROLLBACKs.
      Sql.execute(connection, "START TRANSACTION");
      for (LastWrite write : sample) {
        boolean there = Sql.text(connection, write.sql()).equals(write.content());
        kept += write.kept() ? 1 : 0;
        missing += write.kept() && !there ? 1 : 0;
        changing += write.kept() ? 0 : 1;
        changed += !write.kept() && !there ? 1 : 0;
      }
    }
    // A write that another worker has overwritten since is missing, too.
    if (alone && changing == changed && (writes.size() == 1 || changing >= JUDGED)) {
      kept += changing;
      missing += changed;
    }
    return missing == 0
        ? Optional.empty()
        : Optional.of(
            Code.WRITES_MISSING.of(
                words(
                    "%,d of %,d acknowledged writes that were read back at the end are missing",
                    missing, kept)));
  }

  /** The last writes, and of the earlier ones as many as may be read, drawn at random. */
  static List<LastWrite> sample(List<LastWrite> writes, Random random) {
    int last = Math.max(0, writes.size() - LAST);
    List<LastWrite> earlier = new ArrayList<>(writes.subList(0, last));
    Collections.shuffle(earlier, random);
    return Stream.concat(
            earlier.stream().limit(MOST - LAST), writes.subList(last, writes.size()).stream())
        .toList();
  }
}
