package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes of an audited workload as the application saw their outcomes, compared with the tables of
 * the final primary (TPC-C 5.11, clause 3.5.4).
 *
 * @param acknowledged writes that ended OK
 * @param missing those of them that are not there
 * @param rolledBack writes that were rolled back on purpose, or failed for certain
 * @param rolledBackFound those of them that are there
 * @param unknown writes whose commit was lost on the way
 * @param unknownFound those of them that are there
 * @param unexplained writes that are in the table though no client made them
 * @param examples the first of those that are missing, or there although they should not be
 * @param brokenRules rules of the workload that the tables break
 */
public record Durability(
    long acknowledged,
    long missing,
    long rolledBack,
    long rolledBackFound,
    long unknown,
    long unknownFound,
    long unexplained,
    List<String> examples,
    List<String> brokenRules) {
  private static final int EXAMPLES = 5;

  /**
   * Holds them against each other.
   *
   * @param found the content at each place that was written
   */
  public static Durability of(
      List<TracedWrite> writes, Map<String, String> found, List<String> brokenRules) {
    Set<String> left = new HashSet<>();
    found.forEach((place, content) -> left.add(place + ": " + content));
    List<String> examples = new ArrayList<>();
    Map<Fate, Long> counts = new HashMap<>();
    Map<Fate, Long> there = new HashMap<>();
    // A place has one write: of two that are alike, the one that was acknowledged is there.
    for (Fate fate : Fate.values()) {
      for (TracedWrite write : writes) {
        if (Fate.of(write) == fate) {
          boolean present = left.remove(write.found());
          counts.merge(fate, 1L, Long::sum);
          there.merge(fate, present ? 1L : 0, Long::sum);
          if (fate != Fate.UNKNOWN && present != (fate == Fate.OK) && examples.size() < EXAMPLES) {
            examples.add((present ? "rolled back but present: " : "missing: ") + write.found());
          }
        }
      }
    }
    long unnamed = writes.stream().filter(write -> write.place().isEmpty()).count();
    long acknowledged = counts.getOrDefault(Fate.OK, 0L);
    return new Durability(
        acknowledged,
        acknowledged - there.getOrDefault(Fate.OK, 0L),
        counts.getOrDefault(Fate.UNDONE, 0L),
        there.getOrDefault(Fate.UNDONE, 0L),
        counts.getOrDefault(Fate.UNKNOWN, 0L),
        there.getOrDefault(Fate.UNKNOWN, 0L),
        Math.max(0, left.size() - unnamed),
        examples,
        brokenRules);
  }

  private enum Fate {
    OK,
    UNKNOWN,
    UNDONE;

    static Fate of(TracedWrite write) {
      if (write.outcome() == Outcome.UNKNOWN) {
        return UNKNOWN;
      }
      return write.outcome() == Outcome.OK && !write.rolledBack() ? OK : UNDONE;
    }
  }

  /** Returns true if the tables hold what they must, and nothing else. */
  public boolean holds() {
    return missing + rolledBackFound + unexplained == 0 && brokenRules.isEmpty();
  }

  public String text() {
    return words(
            "durability: %,d new orders acknowledged, %,d missing; %,d rolled back, %,d there; %,d"
                + " unknown, %,d there%s",
            acknowledged,
            missing,
            rolledBack,
            rolledBackFound,
            unknown,
            unknownFound,
            unexplained == 0 ? "" : words("; %,d unexplained", unexplained))
        + (examples.isEmpty() ? "" : " (" + String.join("; ", examples) + ")")
        + (brokenRules.isEmpty() ? "" : "; " + String.join("; ", brokenRules));
  }
}
