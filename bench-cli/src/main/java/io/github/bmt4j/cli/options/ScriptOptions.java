package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.script.ScriptFiles;
import io.github.bmt4j.workload.script.ScriptWorkload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The user's own SQL: the files of a load, and what goes with them. */
@Section("Your own SQL")
@SuppressWarnings("NullAway.Init")
public final class ScriptOptions {
  /** Files behind the first; picocli wants them where the first one is. */
  public List<String> more = List.of();

  @Option(
      names = {"-D", "--define"},
      paramLabel = "<name>=<value>",
      description = "initial value of a variable in the files; may be repeated")
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
      names = "--cleanup-file",
      paramLabel = "<file.sql>",
      description = "SQL that is executed once after the load, even if the load failed")
  @Nullable String cleanupFile;

  @Option(
      names = "--check",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description =
          "with files: check them and exit, without a server; with tpcc: check the tables after the"
              + " load, as ${ROOT-COMMAND-NAME} check does")
  public boolean check;

  @Option(
      names = "--explain",
      description = "print the plan of each statement, mark full scans, and exit; changes nothing")
  public boolean explain;

  /** Screen on which the function debug() prints. */
  public Screen screen;

  private @Nullable ScriptFiles files;

  /** Returns true if a word names a file of the user instead of a workload. */
  public static boolean isFile(String word) {
    return ScriptFiles.FILE.matcher(word).matches();
  }

  /**
   * The workload of the files, parsed once.
   *
   * @param first the first file
   * @param grammar rules by which the server reads them
   * @throws BadInputException with file, line and column, when one cannot be used
   */
  ScriptWorkload workload(String first, Grammar grammar) {
    ScriptFiles known = files;
    if (known == null) {
      List<String> words = new ArrayList<>(List.of(first));
      words.addAll(more);
      known =
          ScriptFiles.read(
              new ScriptFiles.Choice(grammar, words, defined, transaction, initFile, cleanupFile),
              screen::say);
      files = known;
    }
    return known.workload();
  }

  /** The text of the file that a word names; empty for a word that names a workload of bmt's. */
  public static String text(String word) {
    Matcher matcher = ScriptFiles.FILE.matcher(word);
    return matcher.matches() ? ScriptFiles.text(matcher.group(1)) : "";
  }

  /**
   * Description of the workload for results: its files with their texts, and the given parameters.
   */
  Map<String, Object> described(Params params) {
    Map<String, Object> all = new LinkedHashMap<>(params.asMap());
    all.putAll(Objects.requireNonNull(files, "they were read").described());
    return all;
  }

  /** Refuses what goes with files only. */
  void checkNoFiles() {
    Checks.check(more.isEmpty(), more.isEmpty() ? "" : "unexpected word " + more.get(0));
    Checks.check(
        defined.isEmpty()
            && Stream.of(transaction, initFile, cleanupFile).allMatch(Objects::isNull)
            && !explain,
        "--define, --transaction, --init-file, --cleanup-file and --explain require files of your"
            + " own SQL, as in bmt run my.sql");
  }
}
