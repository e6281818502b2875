package io.github.bmt4j.cli.series;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.Arguments;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.SysbenchOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.experiment.Reasons;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * Command lines of bmt, each executed in a JVM of its own, one after the other. Each result is
 * stored with labels by which it is found again.
 */
public final class Series {
  /** The variable by which a cell knows the process of its series, with which it ends. */
  public static final String PROCESS = "BMT_SERIES";

  /** The variable by which a cell knows its place, and that it shows one line; absent otherwise. */
  public static final String CELL = "BMT_SERIES_CELL";

  /** The label with the number of a cell, and how many there are: "3/12". */
  static final String NUMBER = "cell";

  /**
   * The label with the number of earlier results of a cell that pauses of the client had spoilt:
   * what is repeated until the client does not pause is a choice of its lucky runs.
   */
  static final String DISCARDED = "discarded";

  /** The variable with the most MB for young objects; absent when the user has sized the heap. */
  private static final String YOUNG = "BMT_YOUNG";

  private static final int LOOK_MILLIS = 100;

  /** Longer than a command takes to end in order. */
  private static final int PATIENCE_SECONDS = 70;

  private static final String PART =
      "([\\d,]+(/s| threads?): |repetition [\\d,]+: |.+?, round [\\d,]+: )?(agent .+?: )?";

  private static final Pattern NOT_WHOLE = Pattern.compile(PART + "(interrupted|cut off)");

  /** First words of reasons that may not occur when the same is measured again. */
  private static final Pattern PAUSED =
      Pattern.compile(PART + "the client (itself stood still|was not punctual)");

  private final CommandContext context;
  private final Path runs;
  private final Jvm jvm;
  private final boolean brief;
  private final boolean endsUnreached;

  private final Set<String> said = new HashSet<>();
  private final Map<Cell, Integer> discarded = new HashMap<>();

  private String place = "";

  /** Executes a command line in a new JVM and gives its exit code. */
  interface Jvm {
    int run(List<String> words) throws TargetException;
  }

  /**
   * A command line: a part of a series, which is measured several times, or one of those times.
   *
   * @param words in the form of {@link Arguments#joined}, without labels of the series
   * @param labels labels that no other part or cell has
   */
  record Cell(List<String> words, Map<String, String> labels) {
    List<String> line() {
      List<String> line = new ArrayList<>(words);
      labels.forEach((key, value) -> line.add("--label=" + key + "=" + value));
      return line;
    }
  }

  /**
   * The cells in the order in which they run: all parts once, and again.
   *
   * @param label of the results of them all, with its value
   */
  static List<Cell> cells(List<Cell> parts, String label, String value, int times) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      for (Cell part : parts) {
        Map<String, String> own = new LinkedHashMap<>(part.labels());
        own.put(label, value);
        own.put(NUMBER, (cells.size() + 1) + "/" + times * parts.size());
        cells.add(new Cell(part.words(), own));
      }
    }
    return cells;
  }

  /**
   * @param runs folder in which the cells store their results
   * @param brief true if a cell shows one line
   * @param endsUnreached true if no cell follows one whose server could not be used
   */
  Series(CommandContext context, Path runs, boolean brief, boolean endsUnreached) {
    this.context = context;
    this.endsUnreached = endsUnreached;
    this.runs = runs;
    this.brief = brief;
    this.jvm = words -> fresh(context, words, brief ? place : "");
  }

  Series(CommandContext context, Path runs, Jvm jvm) {
    this.context = context;
    this.runs = runs;
    this.jvm = jvm;
    this.brief = false;
    this.endsUnreached = false;
  }

  /**
   * Executes the cells that have no whole result yet, until the user ends the command, a cell finds
   * invalid input, or the first cells have used none of the servers. Says by which command the
   * results are listed.
   *
   * @param bmt name by which bmt was called
   * @param label label with its value, of the results of them all
   * @return the highest exit code of the cells, those with a stored result included
   */
  int run(List<Cell> cells, String bmt, String label) throws TargetException {
    Map<Cell, Integer> done = done(cells);
    context.shutdown().workBegins();
    int worst = ExitCode.VALID;
    boolean reached = true;
    Set<List<String>> servers =
        cells.stream().map(cell -> Arguments.servers(cell.words())).collect(Collectors.toSet());
    Set<List<String>> unreached = new HashSet<>();
    for (int i = 0; i < cells.size() && !context.shutdown().stop().given(); i++) {
      Cell cell = cells.get(i);
      Integer stored = done.get(cell);
      if (stored != null) {
        worst = Math.max(worst, stored);
        continue;
      }
      place = (i + 1) + " of " + cells.size();
      if (!brief) {
        context.screen().say("cell     " + place + ": " + String.join(" ", labels(cell)));
      }
      List<String> line = cell.line();
      if (discarded.containsKey(cell)) {
        line.add("--label=" + DISCARDED + "=" + discarded.get(cell));
      }
      int code = jvm.run(line);
      unreached.add(code == ExitCode.NO_TARGET ? Arguments.servers(cell.words()) : List.of("-"));
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
    context
        .screen()
        .say(
            reached
                ? words(
                    "results  %s runs --last 1000 --label=%s %s",
                    bmt, label, Arguments.shell(List.of(RunsDirOption.NAME + "=" + runs)))
                : "ended    nothing was measured: no server could be used, see above");
    return worst;
  }

  /** The whole results with a label in the order of their cells; of each cell the newest. */
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
   * @throws BadInputException when it makes no sense
   * @throws picocli.CommandLine.ParameterException when it cannot be parsed
   */
  static Object check(CommandContext context, List<String> words) throws TargetException {
    CommandLine bmt = context.checking().commands(name -> name.equals(words.get(0)));
    ParseResult command = bmt.parseArgs(words.toArray(String[]::new)).subcommand();
    SysbenchOptions.notes(command);
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

  /** Says why a cell is INVALID or fails a check, what is not said so far. */
  private void sayNewReasons(Cell cell) {
    new RunStore(runs)
        .each(
            stored -> {
              if (isOf(cell, stored)) {
                Stream.concat(
                        stored.result().verdict().reasons().stream(),
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
              if (isWhole(stored)) {
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

  private static boolean isOf(Cell cell, Stored stored) {
    return stored.labels().entrySet().containsAll(cell.labels().entrySet());
  }

  /**
   * Returns true if it was measured to its end: an INVALID result is whole, an interrupted one is
   * not.
   */
  static boolean isWhole(Stored stored) {
    return stored.result().verdict().reasons().stream()
        .noneMatch(reason -> NOT_WHOLE.matcher(reason).lookingAt());
  }

  /** Returns true if only pauses of the client made it INVALID: it is measured again. */
  private static boolean isSpoilt(Stored stored) {
    List<String> reasons = stored.result().verdict().reasons();
    return !reasons.isEmpty()
        && reasons.stream().allMatch(reason -> PAUSED.matcher(reason).lookingAt());
  }

  /**
   * The options of a cell's JVM: those of this one, with as much room for young objects as the
   * launcher gives to the cell's threads.
   *
   * @param most MB for young objects; absent when their room stays as it is
   */
  static List<String> options(List<String> own, List<String> words, @Nullable String most) {
    if (most == null) {
      return own;
    }
    int threads =
        words.stream()
            .filter(word -> word.startsWith("--threads="))
            .flatMap(word -> Stream.of(word.substring(word.indexOf('=') + 1).split("[,.]", -1)))
            .filter(number -> number.matches("\\d{1,5}"))
            .mapToInt(Integer::parseInt)
            .reduce(8, Math::max);
    String young = "-Xmn" + Math.min(threads + 24, Integer.parseInt(most)) + "m";
    return own.stream().map(option -> option.startsWith("-Xmn") ? young : option).toList();
  }

  private static int fresh(CommandContext context, List<String> words, String place)
      throws TargetException {
    List<String> visible = new ArrayList<>();
    Map<String, String> secrets =
        Arguments.hidden(
            words,
            Objects.requireNonNull(
                    context.commands(words.get(0)::equals).getSubcommands().get(words.get(0)))
                .getCommandSpec(),
            visible);
    ProcessBuilder builder =
        new ProcessBuilder(
            Launch.jvm(
                options(
                    ManagementFactory.getRuntimeMXBean().getInputArguments(),
                    words,
                    System.getenv(YOUNG)),
                context.program().main(),
                visible));
    builder.environment().keySet().removeIf(name -> name.startsWith(Arguments.HIDDEN_WORD));
    builder.environment().putAll(secrets);
    builder.environment().remove(CELL);
    if (!place.isEmpty()) {
      builder.environment().put(CELL, place);
    }
    builder.environment().put(PROCESS, Long.toString(ProcessHandle.current().pid()));
    try {
      Process cell = builder.inheritIO().start();
      while (!cell.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (context.shutdown().stop().given()) {
          cell.destroy();
          if (!cell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            cell.destroyForcibly();
          }
        }
      }
      return cell.exitValue();
    } catch (IOException e) {
      throw new TargetException("no JVM could be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }
}
