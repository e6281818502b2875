package io.github.bmt4j.report;

import java.util.List;

/**
 * Workload, server, driver and load of a result.
 *
 * @param title in one line
 * @param facts server, driver, load and other conditions of the measurement
 */
public record Setup(String title, List<Fact> facts) {
  public Setup {
    facts = List.copyOf(facts);
  }

  /** Text form, with a newline after each line. */
  public String text() {
    return title + "\n" + TextView.labelled(facts);
  }
}
