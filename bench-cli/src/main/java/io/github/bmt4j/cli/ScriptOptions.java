package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.script.Script;
import io.github.bmt4j.workload.script.ScriptWorkload;
import io.github.bmt4j.workload.script.WeightedScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The user's own SQL: the files of a load, and what goes with them. */
@Section("Your own SQL")
@SuppressWarnings("NullAway.Init")
final class ScriptOptions {
  /** A file, and its weight behind it. */
  static final Pattern FILE = Pattern.compile("^(.+\\.sql)(?:@(.*))?$");

  private static final Pattern WEIGHT = Pattern.compile("\\d{1,6}");
  private static final Pattern DEFINITION = Pattern.compile("([A-Za-z]\\w*)=(.*)");

  /** Files behind the first; picocli wants them where the first one is. */
  List<String> more = List.of();

  @Option(
      names = {"-D", "--define"},
      paramLabel = "<name>=<value>",
      description = "first value of a variable of the files; may be repeated")
  List<String> defined = new ArrayList<>();

  @Option(
      names = "--transaction",
      paramLabel = "file",
      description = "file: each execution of a file is a transaction (default: as the files say)")
  @Nullable String transaction;

  @Option(
      names = "--init-file",
      paramLabel = "<file.sql>",
      description = "SQL that is executed once before the load, such as CREATE TABLE")
  @Nullable String initFile;

  @Option(
      names = "--check",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "with files: check them and end, no server is used; with tpcc: check its tables after the load, as ${ROOT-COMMAND-NAME} check does")
  boolean check;

  /** Where the function debug() prints. */
  private final Screen screen;

  private final Map<String, Object> described = new LinkedHashMap<>();
  private @Nullable ScriptWorkload workload;

  ScriptOptions(Screen screen) {
    this.screen = screen;
  }

  /** Whether a word names a file of the user's instead of a workload. */
  static boolean isFile(String word) {
    return FILE.matcher(word).matches();
  }

  /**
   * The workload of the files, parsed once.
   *
   * @param first the first file
   * @throws BadInputException with file, line and column, when one cannot be used
   */
  ScriptWorkload workload(String first) {
    ScriptWorkload known = workload;
    if (known != null) {
      return known;
    }
    Checks.check(
        transaction == null || transaction.equals("file"),
        "--transaction=" + transaction + ": give file, or leave it out");
    Map<String, String> values = new LinkedHashMap<>();
    for (String definition : defined) {
      Matcher matcher = DEFINITION.matcher(definition);
      Checks.check(
          matcher.matches(),
          "--define=" + definition + ": give a name and a value, as in accounts=100000");
      values.put(matcher.group(1), matcher.group(2));
    }
    List<WeightedScript> scripts = new ArrayList<>();
    List<Map<String, Object>> files = new ArrayList<>();
    List<String> words = new ArrayList<>(List.of(first));
    words.addAll(more);
    for (String word : words) {
      Matcher matcher = FILE.matcher(word);
      Checks.check(matcher.matches(), word + " is no file of SQL: its name ends with .sql");
      Checks.check(
          files.stream().noneMatch(file -> matcher.group(1).equals(file.get("file"))),
          matcher.group(1) + " is given twice: give it once, with its weight");
      String weight = matcher.group(2);
      Checks.check(
          weight == null || WEIGHT.matcher(weight).matches(),
          word + ": give a whole number as the weight, as in " + matcher.group(1) + "@3");
      scripts.add(
          new WeightedScript(
              script(matcher.group(1), values, files),
              weight == null ? 1 : Integer.parseInt(weight)));
      files.get(files.size() - 1).put("weight", scripts.get(scripts.size() - 1).weight());
    }
    List<Map<String, Object>> init = new ArrayList<>();
    Script before = initFile == null ? null : script(initFile, values, init);
    ScriptWorkload made =
        new ScriptWorkload(scripts, values, transaction != null, before, screen::say);
    described.put("files", files);
    if (!values.isEmpty()) {
      Map<String, String> shown = new LinkedHashMap<>(values);
      shown.replaceAll(Redaction::param);
      described.put("define", shown);
    }
    if (transaction != null) {
      described.put("transaction", transaction);
    }
    if (before != null) {
      described.put("init-file", init.get(0));
    }
    workload = made;
    return made;
  }

  private static Script script(
      String file, Map<String, String> values, List<Map<String, Object>> files) {
    String text = read(file);
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("file", file);
    described.put("sha256", ScenarioOptions.sha256(text));
    described.put("text", text);
    files.add(described);
    Script script = Script.parse(file, text, values.keySet());
    List<Map<String, Object>> csv = new ArrayList<>();
    for (Script.Csv one : script.csvFiles()) {
      String sha = ScenarioOptions.sha256(read(one.path().toString()));
      csv.add(Map.of("file", one.path().toString(), "rows", one.rows(), "sha256", sha));
    }
    if (!csv.isEmpty()) {
      described.put("csv", csv);
    }
    return script;
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read");
    }
  }

  /** The text of the file that a word names; empty for a word that names a workload of bmt's. */
  static String text(String word) {
    Matcher matcher = FILE.matcher(word);
    return matcher.matches() ? read(matcher.group(1)) : "";
  }

  /** What results tell of the workload: its files with their texts, and the given parameters. */
  Map<String, Object> described(Params params) {
    Map<String, Object> all = new LinkedHashMap<>(params.asMap());
    all.putAll(described);
    return all;
  }

  /** Refuses what goes with files only. */
  void checkNoFiles() {
    Checks.check(more.isEmpty(), more.isEmpty() ? "" : "unexpected word " + more.get(0));
    Checks.check(
        defined.isEmpty() && transaction == null && initFile == null,
        "--define, --transaction and --init-file go with files of your own SQL, as in bmt run my.sql");
  }
}
