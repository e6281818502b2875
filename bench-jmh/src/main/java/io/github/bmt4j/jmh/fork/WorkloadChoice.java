package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A workload of the catalogue, or of the user's own SQL, with its options, as {@code -p workload}
 * and {@code -p options} say.
 */
public record WorkloadChoice(Workload workload, Params params) {
  /** The value of {@code -p workload} that stands for the whole catalogue. */
  public static final String ALL = "all";

  /** The value of {@code -p options} that sets none. */
  public static final String DEFAULTS = "defaults";

  /** The value of {@code -p psMode} that leaves it to the workload. */
  public static final String OWN_PS_MODE = "default";

  /** The values of {@code -p psMode}. */
  public static final List<String> PS_MODES = List.of(OWN_PS_MODE, "auto", "disable");

  /** The names behind the values of {@code -p workload}. */
  public static List<String> names(List<String> values) {
    return values.stream()
        .flatMap(
            value ->
                value.equals(ALL)
                    ? Catalogue.all().stream().map(workload -> workload.info().name())
                    : Stream.of(value))
        .distinct()
        .toList();
  }

  /**
   * Reads both.
   *
   * @param name of the catalogue, or files of SQL with spaces between, as in {@code pay.sql@3
   *     look.sql}
   * @param options {@code name=value} with spaces between, or {@link #DEFAULTS}; of files, {@code
   *     init-file}, {@code cleanup-file}, {@code transaction} and {@code rand-seed} are options,
   *     and any other name is a variable
   * @throws BadInputException when one of them makes no sense
   */
  public static WorkloadChoice of(String name, String options) {
    Map<String, String> given =
        options.equals(DEFAULTS)
            ? new LinkedHashMap<>()
            : pairs("options", options, "table-size=100000 tables=4");
    List<String> words = List.of(name.strip().split("\\s+", -1));
    Workload workload =
        words.stream().anyMatch(word -> ScriptFiles.FILE.matcher(word).matches())
            ? ofFiles(words, given)
            : Catalogue.byName(name);
    Params params = Params.resolve(workload.info(), given);
    workload.check(params);
    BadInputException.check(
        workload.terminals(params).isEmpty(),
        "options=" + options + ": JMH knows no terminals: run it by bmt run, or without pacing");
    return new WorkloadChoice(workload, params);
  }

  /** Settings for its statements, by a value of {@code -p psMode}. */
  public DriverSettings settings(String psMode) {
    PsMode mode =
        psMode.equals(OWN_PS_MODE)
            ? workload.psMode(params)
            : PsMode.valueOf(psMode.toUpperCase(Locale.ROOT));
    return mode == PsMode.AUTO ? DriverSettings.PLAIN.withServerPrepared() : DriverSettings.PLAIN;
  }

  private static Workload ofFiles(List<String> files, Map<String, String> given) {
    String transaction = given.remove("transaction");
    String init = given.remove("init-file");
    String cleanup = given.remove("cleanup-file");
    List<String> define =
        given.entrySet().stream()
            .filter(one -> !one.getKey().equals("rand-seed"))
            .map(one -> one.getKey() + "=" + one.getValue())
            .toList();
    given.keySet().retainAll(List.of("rand-seed"));
    return ScriptFiles.read(
            new ScriptFiles.Choice(Grammar.MYSQL, files, define, transaction, init, cleanup, null),
            System.out::println)
        .workload();
  }

  /**
   * Names with values, as a parameter of JMH holds them.
   *
   * @param text {@code name=value} with spaces between
   * @throws BadInputException when it is something else
   */
  static Map<String, String> pairs(String parameter, String text, String example) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String word : text.strip().split("\\s+", -1)) {
      int equals = word.indexOf('=');
      BadInputException.check(
          equals >= 1,
          "-p "
              + parameter
              + "="
              + Redacted.text(text)
              + ": give name=value with spaces between, such as '"
              + example
              + "'");
      pairs.put(word.substring(0, equals).replaceFirst("^(--|-D)", ""), word.substring(equals + 1));
    }
    return pairs;
  }
}
