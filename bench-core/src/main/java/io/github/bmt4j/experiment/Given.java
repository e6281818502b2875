package io.github.bmt4j.experiment;

import java.util.List;
import java.util.Map;

/**
 * Labels and command line of the user, which are stored with a result.
 *
 * @param labels in the order given
 * @param command words of the command line without secrets; empty for a result that no command line
 *     measured
 */
public record Given(Map<String, String> labels, List<String> command) {
  public static final Given NOTHING = new Given(Map.of(), List.of());
}
