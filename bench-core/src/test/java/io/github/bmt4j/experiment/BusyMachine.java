package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * What a verdict may say of a machine that had other work, or was stopped by its host, while a test
 * measured. A test that asserts counts, or lengths with room for a busy machine, asserts them
 * whether or not such a reason made its result INVALID; that verdicts give these reasons where they
 * should, and no others, is what the unit tests of the judgements prove.
 */
public final class BusyMachine {
  /** How its reasons begin. */
  private static final List<String> REASONS =
      List.of(
          "the client itself stood still",
          "the client used ",
          "the client waited for a processor ",
          "the client was saturated",
          "the client was not punctual",
          "other programs used ",
          "a small forced write took ",
          "the load committed nothing for ",
          "the host of the client's machine kept ",
          "an operation of the warm-up ran ",
          "missed its rate: ",
          "agents began up to ",
          "the clock of agent ");

  private BusyMachine() {}

  /** Checks that nothing but the machine made a result INVALID, if anything did. */
  public static void atMost(List<String> reasons, String description, Object... arguments) {
    assertThat(reasons).as(description, arguments).allMatch(BusyMachine::isToBlame);
  }

  /** Whether a reason is one that a busy machine gives; of a step or repetition, too. */
  public static boolean isToBlame(String reason) {
    return REASONS.stream()
        .anyMatch(begin -> reason.startsWith(begin) || reason.contains(": " + begin));
  }
}
