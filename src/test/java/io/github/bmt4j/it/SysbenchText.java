package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A report of sysbench 1.0.20, read strictly: every line from "Threads started!" on must be one
 * that sysbench writes, in its place, with its label, its columns and its decimals.
 *
 * @param intervals the numbers of each line of an interval, in their order
 * @param queues the numbers of each line of the queue
 * @param figures of the final report, by label
 */
record SysbenchText(
    List<List<Double>> intervals, List<List<Double>> queues, Map<String, Double> figures) {
  private static final String WHOLE = "(\\d+)";
  private static final String TWO = "(\\d+\\.\\d{2})";
  private static final String FOUR = "(\\d+\\.\\d{4})";
  private static final Pattern INTERVAL =
      Pattern.compile(
          "\\[ (\\d+)s \\] thds: (\\d+) tps: #2 qps: #2 \\(r/w/o: #2/#2/#2\\) lat \\(ms,(\\d+)%\\): #2 err/s: #2 reconn/s: #2"
              .replace("#2", TWO));
  private static final Pattern QUEUE =
      Pattern.compile("\\[ (\\d+)s \\] queue length: (\\d+), concurrency: (\\d+)");
  private static final List<String> REPORT =
      List.of(
          "SQL statistics:",
          "    queries performed:",
          " {8}read: {28}" + WHOLE,
          " {8}write: {27}" + WHOLE,
          " {8}other: {27}" + WHOLE,
          " {8}total: {27}" + WHOLE,
          rate("transactions: {24}"),
          rate("queries: {29}"),
          rate("ignored errors: {22}"),
          rate("reconnects: {26}"),
          "",
          "General statistics:",
          " {4}total time: {26}" + FOUR + "s",
          " {4}total number of events: {14}" + WHOLE,
          "",
          "Latency \\(ms\\):",
          time("min:"),
          time("avg:"),
          time("max:"),
          "(?:" + time("\\d+th percentile:") + "| {9}percentile stats: {15}disabled)",
          time("sum:"),
          "",
          "Threads fairness:",
          " {4}events \\(avg/stddev\\): {11}" + FOUR + "/" + TWO,
          " {4}execution time \\(avg/stddev\\): {3}" + FOUR + "/" + TWO,
          "");

  /** Reads a report; anything that sysbench does not write fails. */
  static SysbenchText read(String output) {
    List<String> lines = new ArrayList<>(Arrays.asList(output.split("\n", -1)));
    int begin = lines.indexOf("Threads started!");
    assertThat(begin).as(output).isPositive();
    assertThat(lines.get(begin + 1)).isEmpty();
    assertThat(lines.get(lines.size() - 1)).as("end of the last line").isEmpty();
    lines = lines.subList(begin + 2, lines.size() - 1);
    int report = lines.indexOf("SQL statistics:");
    assertThat(report).as(output).isNotNegative();
    List<List<Double>> intervals = new ArrayList<>();
    List<List<Double>> queues = new ArrayList<>();
    for (String line : lines.subList(0, report)) {
      boolean queue = line.contains("queue");
      (queue ? queues : intervals).add(numbers(queue ? QUEUE : INTERVAL, line));
    }
    List<String> end = lines.subList(report, lines.size());
    assertThat(end).as(output).hasSize(REPORT.size());
    Map<String, Double> figures = new HashMap<>();
    for (int i = 0; i < end.size(); i++) {
      List<Double> numbers = numbers(Pattern.compile(REPORT.get(i)), end.get(i));
      String label = end.get(i).strip().replaceFirst(":.*", "");
      for (int n = 0; n < numbers.size(); n++) {
        figures.put(n == 0 ? label : label + " 2", numbers.get(n));
      }
    }
    return new SysbenchText(intervals, queues, figures);
  }

  double of(String label) {
    assertThat(figures).containsKey(label);
    return figures.get(label);
  }

  private static List<Double> numbers(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    assertThat(matcher.matches()).as("'%s' is like '%s'", line, pattern).isTrue();
    List<Double> numbers = new ArrayList<>();
    for (int i = 1; i <= matcher.groupCount(); i++) {
      String number = matcher.group(i);
      if (number != null) {
        numbers.add(Double.valueOf(number));
      }
    }
    return numbers;
  }

  /** A count, 6 wide and to the left, and its rate. */
  private static String rate(String label) {
    return " {4}" + label + "(?=.{6} )(\\d+) *\\((\\d+\\.\\d{2}) per sec\\.\\)";
  }

  /** A time that ends in column 53. */
  private static String time(String label) {
    return "(?=.{53}$) {9}" + label + " +" + TWO;
  }
}
