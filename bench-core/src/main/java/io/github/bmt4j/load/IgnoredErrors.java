package io.github.bmt4j.load;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The vendor codes that {@code --mysql-ignore-errors} names: numbers, and sets of them under the
 * name of what they are for. Each of them says that the server applied nothing; which failures are
 * tried again all the same is decided by {@link RetryPolicy}, for a lost connection or an
 * interrupted commit never is.
 */
public final class IgnoredErrors {
  /**
   * All failures of class 40, transaction rollback: what is retried over servers outside the MySQL
   * family, whose vendor codes are not known.
   */
  public static final String SQLSTATE_40 = "sqlstate-40";

  /** Name of the errors that are retried by default. */
  public static final String USUAL = "innodb";

  /** Deadlock, snapshot conflict, lock wait timeout. */
  private static final List<String> INNODB = List.of("1213", "1020", "1205");

  /** And: a node that is not ready (1047), a statement interrupted by another node's write. */
  private static final List<String> GALERA = and("1317", "1047");

  /** And: rolled back by the group (3101), read-only while the primary changes. */
  private static final List<String> GROUP_REPLICATION = and("3101", "1290", "1836");

  /** And: read-only after the writer has moved. */
  private static final List<String> AURORA = and("1290", "1836");

  private static final Map<String, List<String>> PRESETS =
      Map.of(
          "innodb", INNODB,
          "galera", GALERA,
          "group-replication", GROUP_REPLICATION,
          "aurora", AURORA);

  private IgnoredErrors() {}

  /**
   * The codes that a list of words names, each once; "all" among them stays as it is, and "none",
   * which stands alone, names none.
   *
   * @param words separated by commas
   * @return nothing when one of them is neither a code nor a name, or "none" is not alone
   */
  public static Optional<List<String>> codes(String words) {
    Set<String> codes = new LinkedHashSet<>();
    List<String> given = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      if (!word.isBlank()) {
        given.add(word.strip());
      }
    }
    for (String word : given) {
      List<String> preset = PRESETS.get(word);
      if (preset != null) {
        codes.addAll(preset);
      } else if (word.equals("all") || word.matches("\\d{1,5}")) {
        codes.add(word);
      } else if (!word.equals("none") || given.size() > 1) {
        return Optional.empty();
      }
    }
    return Optional.of(List.copyOf(codes));
  }

  private static List<String> and(String... more) {
    List<String> codes = new ArrayList<>(INNODB);
    codes.addAll(List.of(more));
    return List.copyOf(codes);
  }
}
