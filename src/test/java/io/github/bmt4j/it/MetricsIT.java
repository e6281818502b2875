package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.server.Listening;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code --metrics-port} as Prometheus uses it: it reads while a run goes on. */
@Execution(ExecutionMode.CONCURRENT)
class MetricsIT {
  private static final int PAUSE_MILLIS = 20;

  @Test
  void whatIsReadIsWhatIsStored() throws Exception {
    String address;
    List<String> texts = new ArrayList<>();
    try (Running run =
        Servers.EMBEDDED
            .database()
            .command()
            .start(
                words(
                    "run oltp_read_write --table-size=1000 --rate=100 --threads=1 --warmup=1"
                        + " --time=2 --metrics-port=0"))) {
      String line = run.awaitMessage("metrics  http://127\\.0\\.0\\.1:\\d+/metrics");
      address = line.substring("metrics  ".length());
      Listening.onlyOnLoopback(run.processes());
      while (run.isAlive()) {
        try {
          texts.add(read(address));
        } catch (IOException e) {
          // It ends.
        }
        Thread.sleep(PAUSE_MILLIS);
      }
      RunResult result = run.await().result();
      String last = texts.get(texts.size() - 1);
      List<IntervalResult> intervals = result.intervals();
      assertThat(number(last, "transactions_total")).isPositive();
      assertThat(
              LongStream.range(1, intervals.size() + 1)
                  .map(n -> sum(intervals.subList(0, (int) n))))
          .as(last)
          .contains(number(last, "transactions_total"));
      assertThat(number(last, "statements_total"))
          .as("the first line is that of others: BEGIN and COMMIT")
          .isEqualTo(2 * number(last, "transactions_total"));
      assertThat(last)
          .contains("run=\"" + result.id() + "\"", "bmt_measuring{", "workload=\"oltp_read_write\"")
          .doesNotContain("password");
      assertThat(texts.stream().filter(text -> !text.isEmpty()).distinct()).hasSizeGreaterThan(2);
    }
    assertThatThrownBy(() -> read(address)).isInstanceOf(ConnectException.class);
  }

  private static long sum(List<IntervalResult> intervals) {
    return intervals.stream().mapToLong(IntervalResult::transactions).sum();
  }

  /** The value of the first line of a figure of the measurement. */
  private static long number(String text, String name) {
    Matcher line =
        Pattern.compile("bmt_" + name + "\\{[^}]*phase=\"measure\"[^}]*} (\\d+)\\.0").matcher(text);
    assertThat(line.find()).as(name + " in " + text).isTrue();
    return Long.parseLong(line.group(1));
  }

  private static String read(String address) throws IOException {
    try (var stream = URI.create(address).toURL().openStream()) {
      return new String(stream.readAllBytes(), UTF_8);
    }
  }
}
