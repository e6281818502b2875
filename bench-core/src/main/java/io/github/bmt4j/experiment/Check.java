package io.github.bmt4j.experiment;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A check of a result: a limit that the user set, or one that every result of its kind must pass.
 *
 * @param name the same in every result that is checked for it
 * @param failure in words; absent if the result passed
 */
public record Check(String name, @Nullable String failure) {
  /** The failures of the checks that were not passed. */
  public static List<String> failed(Stream<Check> checks) {
    return checks.map(Check::failure).filter(Objects::nonNull).map(String::valueOf).toList();
  }
}
