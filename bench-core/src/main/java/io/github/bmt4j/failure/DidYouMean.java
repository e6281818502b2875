package io.github.bmt4j.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word closest to a misspelled one. */
public final class DidYouMean {
  private static final int SHORTEST_PART = 4;

  private DidYouMean() {}

  /** The known word that was probably meant; empty if none is close. */
  public static Optional<String> of(String given, Collection<String> known) {
    String word = given.toLowerCase(Locale.ROOT);
    Optional<String> part =
        known.stream()
            .filter(name -> name.length() >= SHORTEST_PART && word.contains(name))
            .max(Comparator.comparing(String::length));
    if (part.isPresent()) {
      return part;
    }
    int most = Math.max(1, (word.length() + 1) / 3);
    return known.stream()
        .filter(name -> distance(word, name) <= most)
        .min(
            Comparator.comparing((String name) -> distance(word, name))
                .thenComparing(name -> name));
  }

  /** Message about an unknown word: the one that was probably meant, or all that exist. */
  public static String hint(String given, Collection<String> known) {
    return of(given, known)
        .map(meant -> "did you mean " + meant + "?")
        .orElse("choose one of " + String.join(", ", known));
  }

  private static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int changed = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(cost[i - 1][j - 1] + changed, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
      }
    }
    return cost[from.length()][to.length()];
  }
}
