package io.github.bmt4j.report;

import java.util.List;

/**
 * Labelled lines.
 *
 * @param facts in the order in which they are shown
 */
public record Facts(List<Fact> facts) implements Block {
  public Facts {
    facts = List.copyOf(facts);
  }
}
