package io.github.bmt4j.cli.options;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of threads of a load, checked.
 *
 * @param text of the option
 * @param steps the number of each step in the given order; the ends of a range
 * @param range range of a search; absent if the numbers were given
 * @param from the sweep whose knee gave the number; absent if it was given
 */
public record Threads(
    String text, List<Integer> steps, @Nullable Range range, @Nullable String from) {
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  /** The numbers that {@code --threads} gave. */
  public static Threads of(String text) {
    Optional<Range> range = Range.of("--threads", text, LoadOptions.MOST_THREADS);
    if (range.isPresent()) {
      return new Threads(text, List.of(range.get().from(), range.get().to()), range.get(), null);
    }
    List<Integer> steps = new ArrayList<>();
    for (String step : text.split(",", -1)) {
      Checks.check(
          NUMBER.matcher(step.strip()).matches(),
          "--threads",
          "="
              + text
              + ": give a whole number"
              + (text.contains(",") ? " between commas, as in 1,2,4" : ""));
      int number = LoadOptions.threads("--threads", Integer.parseInt(step.strip()));
      Checks.check(
          !steps.contains(number),
          "--threads",
          "=" + text + ": " + number + " is in it twice; give each once");
      steps.add(number);
    }
    return new Threads(text, steps, null, null);
  }

  /** A single checked number. */
  public static Threads of(int number, @Nullable String from) {
    return new Threads(Integer.toString(number), List.of(number), null, from);
  }

  /** The largest number of threads of a step, for which servers, tables and limits are prepared. */
  int most() {
    return Collections.max(steps);
  }

  /**
   * The number of threads.
   *
   * @param why reason why there may be only one, as the end of a message
   */
  public int one(String why) {
    Checks.check(steps.size() == 1, "--threads", "=" + text + ": give one number" + why);
    return steps.get(0);
  }
}
