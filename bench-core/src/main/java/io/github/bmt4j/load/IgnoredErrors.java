package io.github.bmt4j.load;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The vendor codes that {@code --mysql-ignore-errors} names: numbers, and sets of codes under the
 * name of their purpose. Each code means that the server applied nothing. {@link RetryPolicy} still
 * decides which failures are retried: a lost connection or an interrupted commit never is.
 */
public final class IgnoredErrors {
  /**
   * All failures of class 40, transaction rollback: the failures that are retried on servers
   * outside the MySQL family, whose vendor codes bmt does not know.
   */
  public static final String SQLSTATE_40 = "sqlstate-40";

  /** Name of the errors that are retried by default. */
  public static final String USUAL = "innodb";

  /** Deadlock, snapshot conflict, lock wait timeout. */
  private static final List<String> INNODB = List.of("1213", "1020", "1205");

  /**
   * In addition: a node that is not ready (1047), a statement interrupted by another node's write.
   */
  private static final List<String> GALERA = and("1317", "1047");

  /** In addition: rolled back by the group (3101), read-only while the primary changes. */
  private static final List<String> GROUP_REPLICATION = and("3101", "1290", "1836");

  /** In addition: read-only after the writer has moved. */
  private static final List<String> AURORA = and("1290", "1836");

  private static final Map<String, List<String>> PRESETS =
      Map.of(
          "innodb", INNODB,
          "galera", GALERA,
          "group-replication", GROUP_REPLICATION,
          "aurora", AURORA);

  private IgnoredErrors() {}

  /**
   * The codes that a list of words names, each once; "all" stays as it is, and "none", which must
   * stand alone, names no code.
   *
   * @param words separated by commas
   * @return empty if a word is neither a code nor a name, or "none" does not stand alone
   */
  public static Optional<List<String>> codes(String words) {
    Set<String> codes = new LinkedHashSet<>();
    List<String> given =
        Stream.of(words.split(",", -1)).map(String::strip).filter(word -> !word.isEmpty()).toList();
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
    return Stream.concat(INNODB.stream(), Stream.of(more)).toList();
  }
}
