package io.github.bmt4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.sampling.ServerSeries.Line;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Figures that follow from known readings. */
class SeriesLinesTest {
  private static final long SECOND = 1_000_000_000;

  private final SeriesLines lines = new SeriesLines();

  @Test
  void ratesAreGrowthBetweenTheMiddlesOfTwoReadings() {
    lines.add(0, 200_000_000, reads(100), 0);
    lines.add(SECOND, 3 * SECOND, reads(157), 0); // 1.9 s later

    Line line = line("reads");
    assertThat(line.values()).containsExactly(null, 30.0);
    assertThat(line.total()).isEqualTo(57);
    assertThat(readings().fromSeconds()).containsExactly(0.0, 1.0);
    assertThat(readings().toSeconds()).containsExactly(0.2, 3.0);
  }

  @Test
  void meansAreOfTheMeasurementAndWeighedByTime() {
    read(-2, 0, 0);
    read(0, 1_000, 0);
    read(1, 1_010, 0);
    read(4, 1_130, 0);

    Line line = line("reads");
    assertThat(line.values()).containsExactly(null, 500.0, 10.0, 40.0);
    assertThat(line.mean()).isEqualTo(130 / 4.0);
    assertThat(line.min()).isEqualTo(10);
    assertThat(line.max()).isEqualTo(40);
    assertThat(line.deviation()).isEqualTo(12.99);
    assertThat(line.total()).isEqualTo(1_130);
  }

  @Test
  void aStubAtTheEndCountsForTheTotalOnly() {
    read(0, 0, 0);
    read(1, 500, 0);
    lines.add(SECOND + 400_000_000, SECOND + 400_000_000, reads(501), 0);

    Line line = line("reads");
    assertThat(line.values()).containsExactly(null, 500.0, null);
    assertThat(line.min()).isEqualTo(500);
    assertThat(line.total()).isEqualTo(501);
  }

  @Test
  void whatAServerHasAfterTheEndDoesNotCountButWhatHasGrownDoes() {
    lag(10, 21, 0);
    lag(20, 26, 500);
    lag(23, 0, 800); // The load ended at 22 s.

    SeriesLines.Span span = new SeriesLines.Span(0, 0, 22 * SECOND);
    Line lag = line("replicaLag", span);
    assertThat(lag.values()).containsExactly(21.0, 26.0, 0.0);
    assertThat(lag.mean()).isEqualTo(23.5);
    assertThat(lag.min()).isEqualTo(21);
    assertThat(line("reads", span).mean()).isEqualTo(SeriesLines.rounded(800 / 13.0));
    assertThat(line("replicaLag", new SeriesLines.Span(0, 0, 5 * SECOND)).mean()).isNull();
  }

  private void lag(long second, double lag, double reads) {
    Map<String, Double> now = Map.of("replica.lag", lag, "Innodb_data_reads", reads);
    lines.add(second * SECOND, second * SECOND, now, 0);
  }

  @Test
  void noGrowthIsTakenAcrossEpochs() {
    read(0, 1_000, 0);
    assertThat(lines.decreased(reads(5), 0)).contains("Innodb_data_reads");
    assertThat(lines.decreased(reads(1_000), 0)).isEmpty();
    assertThat(lines.decreased(reads(5), 1)).isEmpty();
    read(1, 5, 1);
    read(2, 12, 1);

    assertThat(line("reads").values()).containsExactly(null, null, 7.0);
    assertThat(line("reads").total()).isEqualTo(7);
  }

  @Test
  void latencyIsTheTimeOverTheCountAndAbsentWithoutOne() {
    latency(0, 0, 0);
    latency(1, 4, 8e9);
    latency(2, 4, 8e9);
    latency(3, 5, 8e9 + 10e9);

    Line line = line("readLatency");
    assertThat(line.values()).containsExactly(null, 2.0, null, 10.0);
    assertThat(line.mean()).isEqualTo(18 / 5.0);
    assertThat(line.total()).isNull();
  }

  @Test
  void aFigureThatComesLaterHasNoValuesBefore() {
    read(0, 1, 0);
    lines.add(SECOND, SECOND, Map.of("Innodb_data_reads", 2.0, "Threads_running", 3.0), 0);

    assertThat(line("threadsRunning").values()).containsExactly(null, 3.0);
    assertThat(lines.has(ServerFigure.CPU)).isFalse();
  }

  private void read(long second, double reads, int epoch) {
    lines.add(second * SECOND, second * SECOND, reads(reads), epoch);
  }

  private void latency(long second, double count, double picos) {
    Map<String, Double> now =
        Map.of("innodb_data_file.count_read", count, "innodb_data_file.sum_timer_read", picos);
    lines.add(second * SECOND, second * SECOND, now, 0);
  }

  private static Map<String, Double> reads(double reads) {
    return Map.of("Innodb_data_reads", reads);
  }

  private Readings readings() {
    return lines.readings(SeriesLines.Span.since(0)).orElseThrow();
  }

  private Line line(String figure) {
    return line(figure, SeriesLines.Span.since(0));
  }

  private Line line(String figure, SeriesLines.Span span) {
    return lines.readings(span).orElseThrow().lines().stream()
        .filter(one -> one.figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }
}
