package io.github.bmt4j.failover.report;

import static io.github.bmt4j.report.Lines.words;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.failover.figures.Operation;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * {@code operations.csv.gz}: every attempt of every repetition, times in ms since the fault. A
 * moment that never came is empty. Each repetition is a gzip member of its own, so that the file is
 * complete after each repetition.
 *
 * @param folder of the result
 */
public record OperationsFile(Path folder) {
  static final String NAME = "operations.csv.gz";

  private static final String HEAD =
      "repetition,probe,sequence,attempt,last,intended_ms,start_ms,end_ms,outcome,code,sql_state,phase,server,newest,age_ms";

  /**
   * Adds a repetition.
   *
   * @param originNanos time of the fault, or of the end if there was none
   * @return why it could not be stored; empty when it was
   */
  public Optional<String> add(int repetition, List<Operation> operations, long originNanos) {
    try (FileChannel channel = FileChannel.open(folder.resolve(NAME), CREATE, APPEND)) {
      long before = channel.size();
      try {
        write(channel, before == 0, repetition, operations, originNanos);
        return Optional.empty();
      } catch (IOException e) {
        try {
          // Half a member would make the whole file unreadable.
          channel.truncate(before);
        } catch (IOException unchanged) {
          e.addSuppressed(unchanged);
        }
        throw e;
      }
    } catch (IOException e) {
      return Optional.of(NAME + " could not be stored: " + ResultFolder.words(e));
    }
  }

  private static void write(
      FileChannel channel, boolean head, int repetition, List<Operation> operations, long origin)
      throws IOException {
    GZIPOutputStream packed = new GZIPOutputStream(Channels.newOutputStream(channel));
    Writer writer = new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8));
    if (head) {
      writer.write(HEAD + "\n");
    }
    for (Operation operation :
        operations.stream().sorted(Comparator.comparingLong(Operation::intendedNanos)).toList()) {
      writer.write(line(repetition, operation, origin));
    }
    writer.flush();
    packed.finish();
  }

  private static String line(int repetition, Operation operation, long origin) {
    return String.join(
            ",",
            Integer.toString(repetition),
            operation.probe().word(),
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
    return nanos == Operation.NEVER ? "" : words("%.3f", (nanos - origin) / 1e6);
  }
}
