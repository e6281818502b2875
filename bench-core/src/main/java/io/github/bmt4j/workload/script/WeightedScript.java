package io.github.bmt4j.workload.script;

import io.github.bmt4j.failure.BadInputException;

/**
 * A script, and how often it is executed.
 *
 * @param weight its share of the operations is its weight over the sum of all; 0: never
 */
public record WeightedScript(Script script, int weight) {
  /**
   * A script with a weight.
   *
   * @throws BadInputException when the weight is negative
   */
  public WeightedScript {
    if (weight < 0) {
      throw new BadInputException(
          script.file()
              + "@"
              + weight
              + ": a weight is 0 or more, such as "
              + script.file()
              + "@3");
    }
  }
}
