package io.github.bmt4j.workload.script;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Grammar;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file of the user's SQL in pgbench's script language, parsed into the steps of one execution.
 * Immutable, and shared by all workers.
 */
final class Script {
  static final String CLIENT_ID = "client_id";
  static final String RANDOM_SEED = "random_seed";
  static final String DEFAULT_SEED = "default_seed";

  private final Text origin;
  private final List<Step> steps;
  private final List<ScriptStatement> statements;
  private final Map<String, Integer> slots;
  private final List<String> warnings;

  /**
   * The text of a script, to be parsed.
   *
   * @param file its path, as errors and reports show it
   * @param defined names that have a value from the start, beside {@code client_id}, {@code
   *     random_seed} and {@code default_seed}
   * @param grammar rules by which its server reads it
   */
  record Text(String file, String text, Set<String> defined, Grammar grammar) {}

  Script(Text origin, List<Step> steps, Map<String, Integer> slots, List<String> warnings) {
    this.origin = origin;
    this.steps = List.copyOf(steps);
    this.slots = Map.copyOf(slots);
    this.warnings = List.copyOf(warnings);
    statements =
        steps.stream()
            .filter(ScriptStatement.class::isInstance)
            .map(ScriptStatement.class::cast)
            .toList();
  }

  /**
   * Parses a file, and reads the CSV files that it names, whose paths start at the file's folder.
   *
   * @throws BadInputException with file, line and column, when it has an error that can be found
   *     without a server
   */
  static Script parse(Text text) {
    return new ScriptParser(text).parse();
  }

  Grammar grammar() {
    return origin.grammar;
  }

  /** True if a session with different rules reads the same statements from the text. */
  boolean readsAlike(Grammar other) {
    try {
      return other.equals(origin.grammar)
          || parse(new Text(origin.file, origin.text, origin.defined, other))
              .statements
              .equals(statements);
    } catch (BadInputException e) {
      return false;
    }
  }

  /** Its path, as it was given. */
  public String file() {
    return origin.file;
  }

  /** A CSV file whose rows it reads. */
  public record Csv(Path path, int rows, String sha256) {}

  /** The CSV files that it reads. */
  public List<Csv> csvFiles() {
    return steps.stream()
        .filter(FileStep.class::isInstance)
        .map(step -> ((FileStep) step).file())
        .map(csv -> new Csv(csv.path(), csv.rows(), csv.sha256()))
        .distinct()
        .toList();
  }

  /** Warnings about text that is allowed but probably a mistake, a line each. */
  public List<String> warnings() {
    return warnings;
  }

  List<Step> steps() {
    return steps;
  }

  List<FileStep> filesUsedUp() {
    return steps.stream()
        .filter(FileStep.class::isInstance)
        .map(FileStep.class::cast)
        .filter(file -> file.order() == FileStep.Order.ONCE)
        .toList();
  }

  List<ScriptStatement> sql() {
    return statements;
  }

  Map<String, Integer> slots() {
    return slots;
  }
}
