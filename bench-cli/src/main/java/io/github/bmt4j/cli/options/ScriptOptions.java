package io.github.bmt4j.cli.options;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The user's own SQL: the files of a load, and their options. */
@Section("Your own SQL")
public final class ScriptOptions {
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
      names = "--tables-of",
      paramLabel = "<workload>",
      description =
          "create and fill first the tables of a workload that bmt has, such as oltp_point_select,"
              + " by its options; the variable :table_size has the value of --table-size")
  @Nullable String tablesOf;

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

  private @Nullable ScriptFiles files;

  /** Returns true if a word names a file of the user instead of a workload. */
  public static boolean isFile(String word) {
    return ScriptFiles.FILE.matcher(word).matches();
  }

  /**
   * The workload that a load names: from the catalogue, or from files, which are parsed once.
   *
   * @param more files after the first one
   * @param tables options of the workload whose tables the files take
   * @param debug receives the lines of the function debug()
   * @throws BadInputException with file, line and column, when a file cannot be used
   */
  public Workload found(
      JobOptions job, List<String> more, WorkloadOptions tables, Consumer<String> debug) {
    if (!isFile(job.workload)) {
      checkNoFiles(more);
      return Catalogue.byName(job.workload);
    }
    ScriptFiles known = files;
    if (known == null) {
      List<String> words = new ArrayList<>(List.of(job.workload));
      words.addAll(more);
      List<String> values = new ArrayList<>(defined);
      if (tablesOf != null) {
        Params all = tables.params(Catalogue.byName(tablesOf));
        Optional.ofNullable(all.asMap().get("table-size"))
            .ifPresent(size -> values.add(0, "table_size=" + size));
      }
      Grammar grammar = Grammar.of(job.target.serverUrls(), job.target.serverOptions());
      known =
          ScriptFiles.read(
              new ScriptFiles.Choice(
                  grammar, words, values, transaction, initFile, cleanupFile, tablesOf),
              debug);
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
   * Description of the workload for results: the given parameters, and the files with their texts.
   */
  Map<String, Object> described(Params params) {
    Map<String, Object> all = new LinkedHashMap<>(params.asMap());
    if (files != null) {
      all.putAll(files.described());
    }
    return all;
  }

  /** Refuses options that need files. */
  private void checkNoFiles(List<String> more) {
    Checks.check(more.isEmpty(), more.isEmpty() ? "" : "unexpected word " + more.get(0));
    Checks.check(
        defined.isEmpty()
            && Stream.of(transaction, initFile, cleanupFile, tablesOf).allMatch(Objects::isNull)
            && !explain,
        "--define",
        ", --transaction, --init-file, --cleanup-file, --tables-of and --explain require files of your"
            + " own SQL, as in "
            + bmt("run my.sql"));
  }
}
