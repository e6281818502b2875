package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.Latencies;
import java.io.IOException;
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

class IntervalFilesTest {
  private static final Path FILES = Path.of("/proc/self/fd");
  private static final Instant AT = Instant.parse("2026-11-20T18:51:41Z");

  @TempDir Path runs;

  @Test
  void keepsIntervalsAsTheyEnd() throws IOException {
    try (IntervalFiles folder = new IntervalFiles(runs, AT, List.of())) {
      folder.interval(
          interval(0, 5_000_000), RunResult.IntervalResult.of(interval(0, 5_000_000), 95, false));
      folder.interval(
          interval(1, 9_000_000), RunResult.IntervalResult.of(interval(1, 9_000_000), 95, false));

      assertThat(Files.readAllLines(runs.resolve("intervals.csv"))).hasSize(3);
      assertThat(logged()).isEqualTo(2);
    }
  }

  @Test
  void kindsHaveColumnsAndTagsOfTheirOwn() throws IOException {
    List<String> kinds = List.of("new_order", "my, file.sql");
    Interval interval = ofKinds(kinds);
    try (IntervalFiles folder = new IntervalFiles(runs, AT, kinds)) {
      folder.interval(interval, RunResult.IntervalResult.of(interval, 50, false));
    }

    List<String> lines = Files.readAllLines(runs.resolve("intervals.csv"));
    assertThat(lines.get(0))
        .contains(",kind:new_order_tps,kind:new_order_percentile_ms,")
        .endsWith(
            ",kind:my__file.sql_tps,kind:my__file.sql_percentile_ms,kind:my__file.sql_failed,"
                + "kind:my__file.sql_unknown,kind:my__file.sql_retries,kind:my__file.sql_rollbacks");
    assertThat(lines.get(1).split(",", -1)).hasSameSizeAs(lines.get(0).split(",", -1));
    assertThat(lines.get(1)).matches(".*(,20\\.0,5\\.\\d+,3,2,5,0){2}");
    assertThat(IntervalFiles.read(runs, IntervalFiles.tag("my, file.sql")).getTotalCount())
        .isEqualTo(30);
  }

  private static Interval ofKinds(List<String> kinds) {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(5_000_000, 30);
    List<KindMeasurement> shares =
        kinds.stream()
            .map(kind -> new KindMeasurement(kind, RunFiguresTest.counts(), times))
            .toList();
    return new Interval(
        0,
        1_000_000_000L,
        false,
        Counts.ZERO,
        new Latencies(),
        shares,
        List.of(),
        new Interval.End(0, 0, 0, List.of()));
  }

  @Test
  void filesThatCannotBeMadeAreReportedAndDoNotDisturbTheRun() throws IOException {
    assumeTrue(Files.isDirectory(FILES), "open files, as there is no /proc");
    Files.createDirectories(runs.resolve("intervals.hlog"));

    try (IntervalFiles files = new IntervalFiles(runs, AT, List.of())) {
      files.interval(
          interval(0, 5_000_000), RunResult.IntervalResult.of(interval(0, 5_000_000), 95, false));

      assertThat(files.failure()).contains("intervals.hlog");
      assertThat(Files.readAllLines(runs.resolve("intervals.csv"))).hasSize(2);
    }
    Path folder = runs.toRealPath();
    assertThat(openFiles()).noneMatch(file -> file.startsWith(folder));
  }

  @Test
  void aDiskThatIsFullIsReported() {
    assumeTrue(Files.exists(Path.of("/dev/full")), "a full disk, as there is no /dev/full");
    assertThatCode(
            () -> Files.createSymbolicLink(runs.resolve("intervals.csv"), Path.of("/dev/full")))
        .doesNotThrowAnyException();

    try (IntervalFiles files = new IntervalFiles(runs, AT, List.of())) {
      files.interval(
          interval(0, 5_000_000), RunResult.IntervalResult.of(interval(0, 5_000_000), 95, false));

      assertThat(files.failure()).isNotNull();
    }
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

  private int logged() throws IOException {
    int services = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(runs.resolve("intervals.hlog").toFile())) {
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
        List.of(),
        List.of(),
        new Interval.End(0, 0, 0, List.of()));
  }
}
