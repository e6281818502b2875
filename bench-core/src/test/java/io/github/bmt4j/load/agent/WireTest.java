package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WireTest {
  @Test
  void aHistogramIsReadAsItWasWritten() throws Exception {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(5_000_000_000L);

    assertThat(Wire.read(Wire.text(histogram), Histogram.class)).isEqualTo(histogram);
  }

  /** Some hundred bytes on the line need 50 MB here. */
  @Test
  void histogramsThatWouldFillTheMemoryAreRefused() {
    Histogram large = new Histogram(5);
    large.recordValue(Long.MAX_VALUE / 4);
    long number = Wire.MOST_BYTES / large.getEstimatedFootprintInBytes() + 1;
    String one = Wire.text(large);
    String line = "[" + String.join(",", Collections.nCopies((int) number, one)) + "]";

    assertThat(line).hasSizeLessThan(1_000_000);
    assertThatThrownBy(() -> Wire.read(line, Histogram[].class))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("its histograms need more than ")
        .hasMessageEndingWith("give more in BMT_JAVA_OPTIONS");
  }

  @Test
  void whatIsNoRecordIsSaidInOneLine() {
    assertThatThrownBy(() -> Wire.read("{\"x\": 1}", ClockOffset.class))
        .isInstanceOf(IOException.class)
        .message()
        .hasLineCount(1);
  }
}
