package io.github.bmt4j.catchup;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Medians;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a disk takes to make the commit of one row durable, whatever the server's
 * settings: a forced write of 512 bytes to the end of a file.
 */
final class DiskTime {
  private static final int BYTES = 512;
  private static final int WRITES = 100;
  private static final long LONGEST_NANOS = 3_000_000_000L;

  private DiskTime() {}

  /** The median of up to 100 writes in a folder, in ms; absent where it cannot be written to. */
  static @Nullable Double millis(Path folder, Clock clock) {
    List<Double> times = new ArrayList<>();
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("bmt-disk"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      long begin = clock.nanoTime();
      long before = begin;
      while (times.size() < WRITES && before - begin < LONGEST_NANOS) {
        file.write(ByteBuffer.allocate(BYTES));
        file.force(false);
        long after = clock.nanoTime();
        times.add((after - before) / 1e6);
        before = after;
      }
      return Medians.of(times);
    } catch (IOException e) {
      return null;
    }
  }
}
