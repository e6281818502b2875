package io.github.bmt4j.workload.script;

import static io.github.bmt4j.failure.BadInputException.check;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.UserFile;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.workload.Catalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a load of the user's own SQL, read once.
 *
 * @param workload workload that executes them
 * @param described description of the files for results: names, weights, texts and their SHA-256,
 *     variables
 */
public record ScriptFiles(ScriptWorkload workload, Map<String, Object> described) {
  /** A file, optionally followed by its weight. */
  public static final Pattern FILE = Pattern.compile("^(.+\\.sql)(?:@(.*))?$");

  private static final Pattern WEIGHT = Pattern.compile("\\d{1,6}");
  private static final Pattern DEFINITION = Pattern.compile("([A-Za-z]\\w*)=(.*)", Pattern.DOTALL);

  /**
   * Options of the user.
   *
   * @param grammar rules by which the server reads them
   * @param files each with an optional weight, as in {@code pay.sql@3}
   * @param define first values of variables, as {@code name=value}
   * @param transaction the word "file" if each execution of a file is a transaction
   * @param initFile executed once before the load
   * @param cleanupFile executed once after the load
   * @param tablesOf workload of bmt's whose tables the load takes; absent for none
   */
  public record Choice(
      Grammar grammar,
      List<String> files,
      List<String> define,
      @Nullable String transaction,
      @Nullable String initFile,
      @Nullable String cleanupFile,
      @Nullable String tablesOf) {
    private @Nullable Script once(
        String name, @Nullable String file, Map<String, String> values, Map<String, Object> all) {
      if (file == null) {
        return null;
      }
      Map<String, Object> described = new LinkedHashMap<>();
      all.put(name, described);
      return script(file, values, described);
    }

    private Script script(String file, Map<String, String> values, Map<String, Object> described) {
      String text = text(file);
      described.put("file", file);
      described.put("sha256", Sha256.of(text));
      described.put("text", text);
      Script script = Script.parse(new Script.Text(file, text, values.keySet(), grammar));
      List<Map<String, Object>> csv =
          script.csvFiles().stream()
              .map(
                  one ->
                      Map.<String, Object>of(
                          "file",
                          one.path().toString(),
                          "rows",
                          one.rows(),
                          "sha256",
                          one.sha256()))
              .toList();
      if (!csv.isEmpty()) {
        described.put("csv", csv);
      }
      return script;
    }
  }

  /**
   * The files that a load executes, with their contents, for another process.
   *
   * @param choice without files that are executed once
   * @param contents of the files and of the files that they read, by name
   */
  public record Sent(Choice choice, Map<String, byte[]> contents) {
    /** The files of a workload. */
    public static Sent of(ScriptWorkload workload) {
      Map<String, byte[]> contents = new LinkedHashMap<>();
      List<String> names = new ArrayList<>();
      for (WeightedScript one : workload.scripts()) {
        String script = one.script().file();
        names.add(script + "@" + one.weight());
        contents.put(script, UserFile.bytes(script));
        one.script()
            .csvFiles()
            .forEach(
                csv -> contents.put(csv.path().toString(), UserFile.bytes(csv.path().toString())));
      }
      return new Sent(
          new Choice(
              workload.grammar(),
              names,
              workload.defined().entrySet().stream().map(Map.Entry::toString).toList(),
              workload.transactionPerFile() ? "file" : null,
              null,
              null,
              workload.tablesOf()),
          contents);
    }

    /** The workload, from these contents instead of files of this machine. */
    public ScriptWorkload workload() {
      return UserFile.sent(contents, () -> read(choice, line -> {}).workload());
    }
  }

  /**
   * Reads and parses the files.
   *
   * @param debug receives the lines of the function debug(); called by all workers
   * @throws BadInputException when a file or an option cannot be used; of a script, with file, line
   *     and column
   */
  public static ScriptFiles read(Choice choice, Consumer<String> debug) {
    check(
        choice.transaction == null || choice.transaction.equals("file"),
        "--transaction",
        "=" + choice.transaction + ": give file, or leave it out");
    Map<String, String> values = new LinkedHashMap<>();
    for (String definition : choice.define) {
      Matcher matcher = DEFINITION.matcher(definition);
      check(
          matcher.matches(),
          "--define",
          "=" + definition + ": give a name and a value, as in accounts=100000");
      values.put(matcher.group(1), matcher.group(2));
    }
    List<WeightedScript> scripts = new ArrayList<>();
    List<Map<String, Object>> files = new ArrayList<>();
    for (String word : choice.files) {
      Matcher matcher = FILE.matcher(word);
      check(matcher.matches(), word + " is not an SQL file: the name must end in .sql");
      String file = matcher.group(1);
      check(
          files.stream().noneMatch(one -> file.equals(one.get("file"))),
          file + " is given twice: give it once, with its weight");
      String weight = matcher.group(2) == null ? "1" : matcher.group(2);
      check(
          WEIGHT.matcher(weight).matches(),
          word + ": give a whole number as the weight, as in " + file + "@3");
      Map<String, Object> described = new LinkedHashMap<>();
      Script script = choice.script(file, values, described);
      scripts.add(new WeightedScript(script, Integer.parseInt(weight)));
      described.put("weight", Integer.parseInt(weight));
      files.add(described);
    }
    Map<String, Object> all = new LinkedHashMap<>(Map.of("files", files));
    if (!values.isEmpty()) {
      Map<String, String> shown = new LinkedHashMap<>(values);
      shown.replaceAll(Redaction::param);
      all.put("define", shown);
    }
    if (choice.transaction != null) {
      all.put("transaction", choice.transaction);
    }
    if (choice.tablesOf != null) {
      all.put("tables-of", choice.tablesOf);
    }
    Script init = choice.once("init-file", choice.initFile, values, all);
    Script cleanup = choice.once("cleanup-file", choice.cleanupFile, values, all);
    return new ScriptFiles(
        new ScriptWorkload(
            scripts,
            values,
            choice.transaction != null,
            init,
            cleanup,
            choice.tablesOf == null ? null : Catalogue.byName(choice.tablesOf),
            debug),
        all);
  }

  /**
   * The text of a file.
   *
   * @throws BadInputException when it cannot be read, or is not UTF-8
   */
  public static String text(String file) {
    return UserFile.text(file, "a dump with binary columns needs --hex-blob");
  }
}
