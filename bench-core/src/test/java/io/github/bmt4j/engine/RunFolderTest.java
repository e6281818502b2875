package io.github.bmt4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.analysis.Figures;
import io.github.bmt4j.measure.Counts;
import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.measure.Latencies;
import io.github.bmt4j.result.ResultJson;
import io.github.bmt4j.result.SampleResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  private static final Path FILES = Path.of("/proc/self/fd");
  private static final Instant AT = Instant.parse("2026-11-20T18:51:41Z");

  @TempDir Path runs;

  @Test
  void isNamedByTimeWorkloadAndId() {
    try (RunFolder folder = RunFolder.create(runs, "oltp_insert", "0a1b", AT)) {
      assertThat(folder.path().getFileName()).hasToString("20261120T185141Z-oltp_insert-0a1b");
    }
  }

  @Test
  void keepsIntervalsAsTheyEnd() throws IOException {
    try (RunFolder folder = RunFolder.create(runs, "w", "id", AT)) {
      folder.interval(interval(0, 5_000_000), Figures.interval(interval(0, 5_000_000), 95, false));
      folder.interval(interval(1, 9_000_000), Figures.interval(interval(1, 9_000_000), 95, false));

      assertThat(Files.readAllLines(folder.path().resolve("intervals.csv"))).hasSize(3);
      assertThat(logged(folder)).isEqualTo(2);
    }
  }

  @Test
  void storesTheResultAsItReadsBack() throws IOException {
    try (RunFolder folder = RunFolder.create(runs, "w", "id", AT)) {
      folder.result(SampleResult.openLoop());

      String json = Files.readString(folder.path().resolve("result.json"));
      assertThat(ResultJson.read(json).totals()).isEqualTo(SampleResult.openLoop().totals());
      assertThat(folder.path()).isDirectoryNotContaining("glob:**.part");
    }
  }

  @Test
  void aResultThatCannotBeStoredIsAnErrorAndNotHalfAFile() throws IOException {
    try (RunFolder folder = RunFolder.create(runs, "w", "id", AT)) {
      Path inTheWay = Files.createDirectory(folder.path().resolve("result.json.part"));
      Files.createFile(inTheWay.resolve("file"));

      assertThatThrownBy(() -> folder.result(SampleResult.openLoop()))
          .isInstanceOf(IOException.class);
      assertThat(folder.path().resolve("result.json")).doesNotExist();
    }
  }

  @Test
  void leavesNoFileOpenWhenAnotherCannotBeMade() throws IOException {
    assumeTrue(Files.isDirectory(FILES), "LEFT OUT: open files, as there is no /proc");
    Files.createDirectories(runs.resolve("20261120T185141Z-w-id").resolve("intervals.hlog"));

    assertThatThrownBy(() -> RunFolder.create(runs, "w", "id", AT))
        .isInstanceOf(UncheckedIOException.class);
    Path folder = runs.toRealPath();
    assertThat(openFiles()).noneMatch(file -> file.startsWith(folder));
  }

  private static List<Path> openFiles() throws IOException {
    List<Path> open = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(FILES)) {
      for (Path file : files) {
        try {
          open.add(Files.readSymbolicLink(file));
        } catch (NoSuchFileException e) {
          // Another thread has closed it since.
        }
      }
    }
    return open;
  }

  private static int logged(RunFolder folder) throws IOException {
    int services = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.path().resolve("intervals.hlog").toFile())) {
      for (EncodableHistogram read = reader.nextIntervalHistogram();
          read != null;
          read = reader.nextIntervalHistogram()) {
        if ("service".equals(read.getTag())) {
          services++;
          assertThat(((Histogram) read).getTotalCount()).isEqualTo(1);
        }
      }
    }
    return services;
  }

  private static Interval interval(int second, long serviceNanos) {
    Latencies latencies = new Latencies();
    latencies.service().recordValue(serviceNanos);
    latencies.response().recordValue(serviceNanos);
    return new Interval(
        second * 1_000_000_000L,
        (second + 1) * 1_000_000_000L,
        false,
        Counts.ZERO,
        latencies,
        0,
        0,
        0);
  }
}
