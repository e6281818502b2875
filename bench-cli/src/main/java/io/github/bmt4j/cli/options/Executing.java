package io.github.bmt4j.cli.options;

import io.github.bmt4j.jdbc.DriverCoordinates;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Options by which the author of a file can execute programs or foreign code. */
public final class Executing {
  /** The options, each with a test for values that execute nothing. */
  private static final Map<String, Predicate<String>> OPTIONS =
      Map.ofEntries(
          Map.entry("--sample-command", String::isEmpty),
          Map.entry("--agent-command", String::isEmpty),
          Map.entry("--agent", value -> value.matches("local:\\d+")),
          Map.entry("--trigger", value -> value.equals("manual")),
          Map.entry("--tool", String::isEmpty),
          Map.entry("--start-command", String::isEmpty),
          Map.entry("--stop-command", String::isEmpty),
          Map.entry("--driver", DriverCoordinates::isWellKnown),
          Map.entry("--driver-with", DriverCoordinates::isWellKnown),
          Map.entry("--target", value -> !value.startsWith("local:")),
          // The author would choose the server that gets the password of the user's file.
          Map.entry(DefaultsFile.OPTION, String::isEmpty),
          // The folder contains programs.
          Map.entry("--cache-dir", String::isEmpty),
          Map.entry(
              "--server-option",
              value -> value.matches("(?is)(?!.*(?:plugin|component|provider|[_-]cmd)).*")));

  private Executing() {}

  /** The first such option among words, without dashes; "" if there is none. */
  public static String option(List<String> words) {
    return words.stream()
        .filter(word -> !harmless(word).test(word.substring(word.indexOf('=') + 1)))
        .map(word -> OptionNames.of(word).substring(2))
        .findFirst()
        .orElse("");
  }

  private static Predicate<String> harmless(String word) {
    return OPTIONS.getOrDefault(OptionNames.of(word), value -> true);
  }
}
