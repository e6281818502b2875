package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code --metrics-port} exports at a moment. */
record Exported(List<Sample> samples) {
  private static final Pattern LINE = Pattern.compile("(\\w+)\\{(.*)} (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:\\\\.|[^\"\\\\])*)\"");

  /** A value, with its labels. */
  record Sample(String name, Map<String, String> labels, double value) {
    static Sample parse(String text) {
      Matcher line = LINE.matcher(text);
      assertThat(line.matches()).as(text).isTrue();
      Map<String, String> labels = new HashMap<>();
      for (Matcher label = LABEL.matcher(line.group(2)); label.find(); ) {
        labels.put(label.group(1), label.group(2));
      }
      return new Sample(line.group(1), labels, Double.parseDouble(line.group(3)));
    }
  }

  static Exported parse(String text) {
    return new Exported(
        text.lines().filter(line -> !line.startsWith("#")).map(Sample::parse).toList());
  }

  /** The sum over all values with a label, of the measurement; the metric must be there. */
  long measured(String name, String label, String value) {
    Exported measured =
        new Exported(
            samples.stream().filter(one -> "measure".equals(one.labels.get("phase"))).toList());
    return (long) measured.sum(name, label, value);
  }

  long measured(String name) {
    return measured(name, "phase", "measure");
  }

  double sum(String name, String label, String value) {
    List<Sample> found =
        samples.stream()
            .filter(one -> one.name.equals(name) && value.equals(one.labels.get(label)))
            .toList();
    assertThat(found).as("%s{%s=\"%s\"} of %s", name, label, value, samples).isNotEmpty();
    return found.stream().mapToDouble(Sample::value).sum();
  }
}
