package io.github.bmt4j.load.run;

import io.github.bmt4j.failure.BadInputException;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/** The histograms of a stored run, one interval at a time. */
final class IntervalLog implements AutoCloseable {
  private final Path file;
  private final HistogramLogReader reader;
  private @Nullable Histogram ahead;

  IntervalLog(Path folder) {
    file = folder.resolve(IntervalFiles.HISTOGRAMS);
    try {
      reader = new HistogramLogReader(file.toFile());
    } catch (FileNotFoundException e) {
      throw new BadInputException(folder + " has no " + IntervalFiles.HISTOGRAMS);
    }
    ahead = read();
  }

  List<Histogram> next() {
    List<Histogram> interval = new ArrayList<>();
    while (ahead != null && (interval.isEmpty() || !isFirst(ahead))) {
      interval.add(ahead);
      ahead = read();
    }
    return interval;
  }

  private static boolean isFirst(Histogram times) {
    return times.getTag().equals(IntervalFiles.RESPONSE);
  }

  private @Nullable Histogram read() {
    try {
      while (reader.hasNext()) {
        if (reader.nextIntervalHistogram() instanceof Histogram times && times.getTag() != null) {
          long began = Math.round(1e3 * reader.getStartTimeSec());
          times.setStartTimeStamp(times.getStartTimeStamp() - began);
          times.setEndTimeStamp(times.getEndTimeStamp() - began);
          return times;
        }
      }
      return null;
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException | NoSuchElementException e) {
      throw new BadInputException(file + " is damaged: delete it to do without it");
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
