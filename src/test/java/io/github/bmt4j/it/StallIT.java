package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.Server;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A real server that stands still for a second. In an open loop every operation waits that came in
 * that second: coordinated omission would hide all but those whose operations were under way.
 */
@Tag("timing")
class StallIT {
  private static final int THREADS = 16;
  private static final Duration STALL = Duration.ofSeconds(1);

  @Test
  void chargesTheStallToEverybodyWhoCameInIt() {
    Path run = stalled(" --rate=1000 --arrivals=uniform");
    Histogram response = read(run, "response");
    Histogram service = read(run, "service");
    // 800 came between 900 and 100 ms before its end, and more while these were served late.
    assertThat(between(response, 100, 900)).isBetween(780L, 1_200L);
    for (int from = 100; from < 900; from += 200) {
      assertThat(between(response, from, from + 200))
          .as("responses of %d to %d ms", from, from + 200)
          .isBetween(190L, 300L);
    }
    assertThat(between(service, 900, 60_000)).isEqualTo(THREADS);
    assertThat(between(response, 950, 60_000)).isBetween(45L, 150L);
  }

  @Test
  void closedLoopSeesItOnceAThread() {
    Path run = stalled("");
    Histogram response = read(run, "response");
    assertThat(between(response, 900, 60_000)).isEqualTo(THREADS);
    assertThat(response.getTotalCount()).isGreaterThan(1_000);
  }

  /** Runs 5 s with a stall in the middle, and gives the folder of the run. */
  private static Path stalled(String more) {
    String usual = "run oltp_point_select --table-size=1000 --threads=%s --warmup=1 --time=5";
    try (Server lab = Servers.EMBEDDED.open();
        Running run = Database.of(lab.target()).command().start(words(usual + more, THREADS))) {
      // Lines of a second may come late, or two as one, where 16 threads take all processors.
      run.awaitOutput("\\s*0\\.\\d s .* warm-up");
      Await.pass(STALL);
      long pid = lab.pid().orElseThrow();
      Signals.send("STOP", pid);
      try {
        Await.pass(STALL);
      } finally {
        Signals.send("CONT", pid);
      }
      return run.await().measured().run();
    }
  }

  /** All times of a kind that a run has logged. */
  private static Histogram read(Path run, String tag) {
    Histogram all = new Histogram(3);
    try (HistogramLogReader reader =
        new HistogramLogReader(run.resolve("intervals.hlog").toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (tag.equals(next.getTag())) {
          all.add((Histogram) next);
        }
      }
    } catch (FileNotFoundException e) {
      throw new IllegalStateException(e);
    }
    return all;
  }

  private static long between(Histogram histogram, long fromMillis, long toMillis) {
    return histogram.getCountBetweenValues(
        TimeUnit.MILLISECONDS.toNanos(fromMillis), TimeUnit.MILLISECONDS.toNanos(toMillis));
  }
}
