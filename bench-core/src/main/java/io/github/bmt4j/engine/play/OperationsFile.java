package io.github.bmt4j.engine.play;

import io.github.bmt4j.measure.Operation;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * {@code operations.csv.gz}: every attempt of every repetition, times in ms since the fault. What
 * never came is empty.
 */
public final class OperationsFile implements AutoCloseable {
  private static final String HEAD =
      "repetition,probe,sequence,attempt,last,intended_ms,start_ms,end_ms,outcome,code,sql_state,phase,server,newest,age_ms";

  private final Writer writer;

  public OperationsFile(Path folder) throws IOException {
    writer =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(
                    Files.newOutputStream(folder.resolve("operations.csv.gz")), true),
                StandardCharsets.UTF_8));
    writer.write(HEAD + "\n");
  }

  /**
   * Adds a repetition.
   *
   * @param originNanos the fault's moment, or that of the end when there was none
   */
  public void add(int repetition, List<Operation> operations, long originNanos) throws IOException {
    for (Operation operation :
        operations.stream().sorted(Comparator.comparingLong(Operation::intendedNanos)).toList()) {
      writer.write(line(repetition, operation, originNanos));
    }
    writer.flush();
  }

  private static String line(int repetition, Operation operation, long origin) {
    return String.join(
            ",",
            Integer.toString(repetition),
            operation.probe().name().toLowerCase(Locale.ROOT),
            Long.toString(operation.sequence()),
            Integer.toString(operation.attempt()),
            operation.last() ? "1" : "0",
            moment(operation.intendedNanos(), origin),
            moment(operation.startNanos(), origin),
            moment(operation.endNanos(), origin),
            ending(operation),
            Integer.toString(operation.code()),
            operation.sqlState(),
            operation.phase() == null ? "" : operation.phase().name().toLowerCase(Locale.ROOT),
            operation.server(),
            operation.newest() == Operation.NEVER ? "" : Long.toString(operation.newest()),
            moment(operation.ageNanos(), 0))
        + "\n";
  }

  private static String ending(Operation operation) {
    if (operation.outcome() != null) {
      return operation.outcome().name();
    }
    return operation.stuck() ? "STUCK" : "UNSERVED";
  }

  private static String moment(long nanos, long origin) {
    return nanos == Operation.NEVER
        ? ""
        : String.format(Locale.ROOT, "%.3f", (nanos - origin) / 1e6);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
