package io.github.bmt4j.cli.series;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.cli.options.JoinedWords;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.options.SysbenchOptions;
import io.github.bmt4j.cli.options.TargetOptions;
import io.github.bmt4j.cli.options.TlsWarnings;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.experiment.Reasons;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.report.Reason.Code;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * Command lines of bmt, each executed in a JVM of its own, one after the other. Labels of the
 * stored results let a series find them again.
 */
public final class Series {
  /** The variable with the process of a cell's series, with which the cell ends. */
  public static final String PROCESS = "BMT_SERIES";

  /** The variable with the place of a cell that shows only one line; absent otherwise. */
  public static final String CELL = "BMT_SERIES_CELL";

  /** The option of a failover with the number of its run among those of the same side or cell. */
  public static final String ROUND = "--round";

  /** The label with the number of a cell, and the number of cells: "3/12". */
  static final String NUMBER = "cell";

  /** Longer than a cell and the commands after it take to end. */
  private static final long END_SECONDS =
      CellJvm.PATIENCE_SECONDS + CellCommands.AFTER_STOP.toSeconds() + 20;

  private static final String SPOILT =
      "no further cell was measured, because that may have left the servers changed: put them"
          + " right, then start again";

  private final CommandContext context;
  private final Path runs;
  private final Jvm jvm;
  private final boolean brief;
  private final boolean endsUnreached;

  private final Set<String> said = new HashSet<>();
  private final Map<Cell, Integer> discarded = new HashMap<>();

  private final List<String> problems = new ArrayList<>();

  private String place = "";
  private boolean reached = true;
  private boolean spoilt;

  /** Executes a command line in a new JVM, as {@link CellJvm#run} does. */
  interface Jvm {
    int run(CommandContext context, List<String> words, String place) throws TargetException;
  }

  /**
   * A command line: a part of a series, which is measured several times, or one measurement of it.
   *
   * @param words in the form of {@link JoinedWords#of}, without labels of the series
   * @param labels labels that no other part or cell has
   * @param commands executed before and after it
   */
  record Cell(List<String> words, Map<String, String> labels, CellCommands commands) {
    Cell(List<String> words, Map<String, String> labels) {
      this(words, labels, CellCommands.NONE);
    }

    List<String> line() {
      List<String> line = new ArrayList<>(words);
      labels.forEach((key, value) -> line.add("--label=" + key + "=" + value));
      return line;
    }
  }

  /**
   * The cells in the order in which they run: all parts once, then all again.
   *
   * @param label common label of all results, with its value
   */
  static List<Cell> cells(List<Cell> parts, String label, String value, int times) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      for (Cell part : parts) {
        Map<String, String> own = new LinkedHashMap<>(part.labels());
        own.put(label, value);
        own.put(NUMBER, (cells.size() + 1) + "/" + times * parts.size());
        List<String> words = new ArrayList<>(part.words());
        if (i > 0 && words.get(0).equals("failover")) {
          words.add(ROUND + "=" + (i + 1));
        }
        cells.add(new Cell(words, own, part.commands()));
      }
    }
    return cells;
  }

  /**
   * @param runs folder in which the cells store their results
   * @param brief true if a cell shows one line
   * @param endsUnreached true if no cell follows one whose server could not be used
   */
  Series(CommandContext context, Path runs, boolean brief, boolean endsUnreached, Jvm jvm) {
    this.context = context;
    this.endsUnreached = endsUnreached;
    this.runs = runs;
    this.brief = brief;
    this.jvm = jvm;
  }

  /**
   * Executes the cells that have no complete result yet, until the user ends the command, a cell
   * finds invalid input, a command after a cell fails, or the first cells could use none of the
   * servers. Prints the command that lists the results.
   *
   * @param bmt name by which bmt was called
   * @param label common label of all results, with its value
   * @return the highest exit code of the cells, those with a stored result included
   */
  int run(List<Cell> cells, String bmt, String label) throws TargetException {
    int worst = execute(cells);
    context
        .screen()
        .say(
            reached
                ? words(
                    "results  %s runs --last 1000 --label=%s %s",
                    bmt, label, ShownWords.shell(List.of(RunsDirOption.NAME + "=" + runs)))
                : "ended    nothing was measured: no server could be used, see above");
    return worst;
  }

  /** Like {@link #run}, without the line at the end. */
  int execute(List<Cell> cells) throws TargetException {
    Map<Cell, Integer> done = done(cells);
    context.shutdown().workBegins(END_SECONDS);
    int worst = ExitCode.VALID;
    reached = true;
    Set<List<String>> servers =
        cells.stream().map(cell -> JoinedWords.servers(cell.words())).collect(Collectors.toSet());
    Set<List<String>> unreached = new HashSet<>();
    for (int i = 0; i < cells.size() && !spoilt && !context.shutdown().stop().given(); i++) {
      Cell cell = cells.get(i);
      Integer stored = done.get(cell);
      if (stored != null) {
        worst = Math.max(worst, stored);
        continue;
      }
      place = cell.labels().getOrDefault(NUMBER, "").replace("/", " of ");
      if (!brief) {
        context.screen().say("cell     " + place + ": " + String.join(" ", labels(cell)));
      }
      List<String> line = cell.line();
      if (discarded.containsKey(cell)) {
        line.add("--label=" + Stored.DISCARDED + "=" + discarded.get(cell));
        context
            .screen()
            .say(
                words(
                    "again    cell %s: pauses of the client spoilt %d of its results so far",
                    place, discarded.get(cell)));
      }
      int code = measure(cell, line);
      unreached.add(code == ExitCode.NO_TARGET ? JoinedWords.servers(cell.words()) : List.of("-"));
      if (brief && code == ExitCode.INVALID) {
        sayNewReasons(cell);
      }
      worst = Math.max(worst, code > ExitCode.NO_TARGET ? ExitCode.INVALID : code);
      reached =
          !done.isEmpty() || !unreached.containsAll(servers) || unreached.size() > servers.size();
      if (code == ExitCode.BAD_INPUT || !reached || (endsUnreached && code == ExitCode.NO_TARGET)) {
        break;
      }
    }
    return problems.isEmpty() ? worst : Math.max(worst, ExitCode.INVALID);
  }

  /** Executes a cell between its commands, and returns its exit code. */
  private int measure(Cell cell, List<String> line) throws TargetException {
    CellCommands commands = cell.commands();
    try {
      Optional<String> failure = around(cell, commands.before(), Duration.ZERO);
      if (failure.isEmpty()) {
        return jvm.run(context, line, brief ? place : "");
      }
      if (!context.shutdown().stop().given()) {
        problem("INVALID", "it was not measured: " + failure.get());
      }
      return ExitCode.INVALID;
    } finally {
      if (context.shutdown().stop().given() && !commands.after().isEmpty()) {
        context
            .screen()
            .say(
                words(
                    "stopping the commands after cell %s have %s: bmt waits for them",
                    place, Converters.text(CellCommands.AFTER_STOP)));
      }
      Optional<String> failure = around(cell, commands.after(), CellCommands.AFTER_STOP);
      if (failure.isPresent()) {
        spoilt = true;
        problem("ended", failure.get() + "; " + SPOILT);
      }
    }
  }

  private Optional<String> around(Cell cell, List<CellCommands.Step> steps, Duration afterStop) {
    Path log = runs.resolve("scenario-" + cell.labels().get(ScenarioResults.LABEL) + ".log");
    return CellCommands.run(
        steps, new CellCommands.Surroundings(context, cell.words(), place, log, afterStop));
  }

  private void problem(String judgement, String text) {
    String problem = "cell " + place + ": " + text;
    problems.add(problem);
    context.screen().say(words("%-8s %s", judgement, problem));
  }

  /** Returns true if a command after a cell failed: no further cell is measured. */
  boolean isSpoilt() {
    return spoilt;
  }

  /** Failures of the commands around cells. */
  List<String> problems() {
    return problems;
  }

  /** The complete results with a label in the order of their cells; for each cell the newest. */
  static Collection<Stored> results(RunsDirOption runs, String label, String value) {
    Map<String, Stored> cells = new LinkedHashMap<>();
    runs.store()
        .each(
            stored -> {
              if (value.equals(stored.labels().get(label)) && isWhole(stored)) {
                cells.put(stored.labels().getOrDefault(NUMBER, ""), stored);
              }
            });
    return cells.values();
  }

  /**
   * Checks a command line as its command does before it starts or reaches a server.
   *
   * @return the command
   * @throws BadInputException when the command line makes no sense
   * @throws picocli.CommandLine.ParameterException when it cannot be parsed
   */
  static Object check(CommandContext context, List<String> words) throws TargetException {
    ParseResult command = parsed(context, words);
    SysbenchOptions.notes(command);
    Checks.limits(command.commandSpec());
    Object checked = command.commandSpec().userObject();
    try {
      ((Callable<?>) checked).call();
      return checked;
    } catch (TargetException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a command throws no other", e);
    }
  }

  private static ParseResult parsed(CommandContext context, List<String> words) {
    CommandLine bmt = context.checking().commands(name -> name.equals(words.get(0)));
    return bmt.parseArgs(words.toArray(String[]::new)).subcommand();
  }

  /** The user's own server of a command line; empty if bmt starts the server. */
  static Optional<Target> server(CommandContext context, List<String> words) {
    TargetOptions options =
        TlsWarnings.mixin(parsed(context, words).commandSpec(), TargetOptions.class);
    return options == null || options.serverUrls().isEmpty()
        ? Optional.empty()
        : Optional.of(((TargetSpec.External) options.spec(UrlKind.OF_A_DRIVER)).target());
  }

  /** Reports reasons why a cell is INVALID or fails a check, unless reported before. */
  private void sayNewReasons(Cell cell) {
    new RunStore(runs)
        .each(
            stored -> {
              if (isOf(cell, stored)) {
                Stream.concat(
                        stored.result().verdict().texts().stream(),
                        stored.description().failed().stream())
                    .filter(reason -> said.add(Reasons.kind(reason)))
                    .forEach(reason -> context.screen().say("         " + reason));
              }
            });
  }

  private Map<Cell, Integer> done(List<Cell> cells) {
    Map<Cell, Integer> done = new HashMap<>();
    new RunStore(runs)
        .each(
            stored -> {
              boolean spoilt = isSpoilt(stored);
              // A result stored before reasons had codes may have been interrupted.
              if (isWhole(stored) && !stored.result().verdict().has(Code.UNSPECIFIED)) {
                cells.stream()
                    .filter(cell -> isOf(cell, stored))
                    .forEach(
                        cell -> {
                          (spoilt ? discarded : done)
                              .merge(
                                  cell,
                                  spoilt ? 1 : ExitCode.of(stored.result()),
                                  (old, now) -> spoilt ? old + 1 : now);
                        });
              }
            });
    return done;
  }

  private static List<String> labels(Cell cell) {
    return cell.labels().entrySet().stream()
        .map(one -> one.getKey() + "=" + one.getValue())
        .toList();
  }

  static boolean isOf(Cell cell, Stored stored) {
    return stored.labels().entrySet().containsAll(cell.labels().entrySet());
  }

  /**
   * Returns true if it was measured to its end: an INVALID result is complete, an interrupted one
   * is not.
   */
  static boolean isWhole(Stored stored) {
    return !stored.result().verdict().has(Code.INTERRUPTED)
        && !stored.result().verdict().has(Code.CUT_OFF);
  }

  /** Returns true if only pauses of the client made it INVALID: it is measured again. */
  private static boolean isSpoilt(Stored stored) {
    return stored.result().verdict().isOnly(Code.CLIENT_PAUSED);
  }
}
