package io.github.bmt4j.cli.series;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Hints;
import io.github.bmt4j.cli.options.JoinedWords;
import io.github.bmt4j.cli.options.Marked;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.options.OptionNames;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.options.Spelling;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.cli.series.Series.Cell;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Conditions;
import io.github.bmt4j.compare.SideNames;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.report.Lines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of a series of runs: number of runs and servers. */
@Section("Comparison")
public final class SeriesOptions {
  static final String SIDE = "side";
  static final String SERIES = "series";

  private static final int PATIENCE_MILLIS = 10_000;
  private static final int MOST_SIDES = 26;
  private static final int USUAL_REPEATS = 5;
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

  @Marked(Mark.OF_SERIES)
  @Option(
      names = "--against",
      order = Section.USUAL,
      paramLabel = "<options>",
      description =
          "also run the command with these options instead, in turns (A B A B …), and"
              + " compare, such as '--server-option sync_binlog=0'; may be repeated for C, D, …;"
              + " --repeat sets the rounds (default 5)")
  public List<String> against = new ArrayList<>();

  @Marked(Mark.OF_SERIES)
  @Option(
      names = "--name",
      paramLabel = "<A>,<B>…",
      split = ",",
      description =
          "with --against: names of the sides; the first is the command without --against")
  List<String> names = new ArrayList<>();

  @Marked(Mark.OF_SERIES)
  @Option(
      names = {"-o", "--file"},
      paramLabel = "<file>",
      description =
          "file for the page of a series (default series-<id>.html in the folder of results)")
  @Nullable Path file;

  /** A command whose runs are compared. */
  public interface Compared {
    /** The scenario in its stored form; available after the call. */
    Record scenario();
  }

  /** Checks that options of a series are not given without one. */
  public void checkUnused() {
    Checks.check(names.isEmpty(), "--name", " requires --against");
    Checks.check(
        file == null,
        "-o is for the page of a series (--against): use report for the page of one run, and"
            + " --output for another form");
  }

  /**
   * Runs the load of a command line in turns with the other sides, and compares them.
   *
   * @param command parsed command
   * @param repeat number of runs; absent if the user did not give it
   * @param ofEach additional options of every run
   */
  public int run(
      CommandLine command,
      CommandContext context,
      StoreOptions store,
      @Nullable Integer repeat,
      List<String> ofEach)
      throws TargetException {
    int times = repeat == null ? USUAL_REPEATS : repeat;
    Checks.check(
        against.size() < MOST_SIDES, "--against", ": give " + (MOST_SIDES - 1) + " at most");
    CommandSpec spec = command.getCommandSpec();
    CommandLine bmt = spec.root().commandLine();
    List<String> words =
        new ArrayList<>(
            JoinedWords.without(
                JoinedWords.of(bmt.getParseResult().originalArgs(), spec),
                Stream.concat(OptionNames.declaredBy(this).stream(), Stream.of("--repeat"))
                    .toList()));
    words.addAll(ofEach);
    Checks.check(
        !words.contains("--password"),
        "--password",
        " without a value is asked for in every run: set BMT_PASSWORD instead");
    checkNames(names, against.size() + 1);
    StudyEnd.checkFile(file);
    store.checkWritable();
    String id = Runner.newId();
    List<Cell> sides = sides(bmt, command, words);
    List<Record> scenarios = new ArrayList<>();
    for (Cell side : sides) {
      scenarios.add(check(context, side.words()));
    }
    List<String> otherWork = Conditions.otherWork(scenarios);
    Checks.check(
        otherWork.isEmpty(),
        "--against",
        ": figures of different work cannot be compared ("
            + String.join("; ", otherWork)
            + "); a scenario file shows both");
    for (Cell side : sides) {
      reach(side);
    }
    Screen screen = context.screen();
    screen.say(
        Lines.wrapped(
            "series   "
                + id
                + ": "
                + order(sides, times)
                + ", each run in a fresh JVM; "
                + reset(sides),
            screen.columns()));
    for (int i = 0; i < against.size(); i++) {
      List<String> shown = ShownWords.shown(options(against.get(i), bmt, command), spec);
      screen.say("         " + Side.name(i + 1) + " has " + String.join(" ", shown));
    }
    int code =
        new Series(context, store.runs(), store.output.equals("text"), true, CellJvm::run)
            .run(Series.cells(sides, SERIES, id, times), bmt.getCommandName(), SERIES + "=" + id);
    if (!context.shutdown().stop().given() && code != ExitCode.BAD_INPUT) {
      end(context, store, id);
    }
    return code;
  }

  private void end(CommandContext context, StoreOptions store, String id) {
    Map<String, List<Stored>> sides =
        Series.results(store.runsDir, SERIES, id).stream()
            .collect(
                Collectors.groupingBy(
                    stored -> stored.labels().getOrDefault(SIDE, ""),
                    TreeMap::new,
                    Collectors.toList()));
    StudyEnd end = new StudyEnd(context, store.output.equals("json") ? "json" : "text");
    end.add(new Part("", SideNames.of(sides), null));
    end.end("", file == null ? store.runs().resolve("series-" + id + ".html") : file);
  }

  static void checkNames(List<String> names, int sides) {
    Checks.check(
        names.isEmpty() || (names.size() == sides && Set.copyOf(names).size() == sides),
        "--name",
        ": give each of the " + sides + " sides its own name");
  }

  private List<Cell> sides(CommandLine bmt, CommandLine command, List<String> words) {
    List<Cell> sides = new ArrayList<>(List.of(side(0, words)));
    for (String options : against) {
      List<String> by = options(options, bmt, command);
      sides.add(side(sides.size(), JoinedWords.replaced(words, by, command.getCommandSpec())));
    }
    return sides;
  }

  private Cell side(int number, List<String> words) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(SIDE, Side.name(number));
    if (!names.isEmpty()) {
      labels.put(SideNames.NAME, names.get(number));
    }
    return new Cell(words, labels);
  }

  /** Makes sure that a program listens at an address of each URL of a side. */
  private static void reach(Cell side) throws TargetException {
    for (String word : JoinedWords.servers(side.words())) {
      String url = word.startsWith("--url=") ? word.substring(6) : "";
      boolean byPort = Stream.of("localSocket", "pipe").noneMatch(way -> JdbcUrl.sets(url, way));
      if (Dialect.of(url) == Dialect.MYSQL && byPort) {
        List<InetSocketAddress> addresses = JdbcUrl.addresses(url);
        if (!addresses.isEmpty() && addresses.stream().noneMatch(SeriesOptions::listens)) {
          throw new TargetException(
              words(
                  "cannot use side %s: no program listens at %s",
                  side.labels().get(SIDE), JdbcUrl.hosts(url)));
        }
      }
    }
  }

  private static boolean listens(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.getHostString(), address.getPort()), PATIENCE_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> options(String text, CommandLine bmt, CommandLine command) {
    List<String> split =
        WORD.matcher(text)
            .results()
            .map(word -> word.group().replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"))
            .toList();
    String[] normal = Spelling.normalised(split.toArray(String[]::new), OptionNames.flags(bmt));
    List<String> words = JoinedWords.of(List.of(normal), command.getCommandSpec());
    Checks.check(!words.isEmpty(), "--against", ": give options, such as '--threads 8'");
    for (int i = 0; i < words.size(); i++) {
      String name = OptionNames.of(words.get(i));
      Checks.check(
          !name.startsWith("--") || command.getCommandSpec().findOption(name) != null,
          "--against",
          ": " + Hints.unknownOption(command, name));
      // A word that is no option may be the rest of a password with a space: it is never shown.
      Checks.check(
          name.startsWith("--"),
          "--against",
          ": give options of the load, not a word "
              + (i == 0
                  ? "in front of them"
                  : "behind the value of " + OptionNames.of(words.get(i - 1))));
      Checks.check(
          !name.equals("--repeat")
              && !Mark.OF_SERIES.isOf(command.getCommandSpec().findOption(name)),
          "--against",
          ": give options of the load, not " + name);
    }
    return words;
  }

  private static Record check(CommandContext context, List<String> words) throws TargetException {
    try {
      return ((Compared) Series.check(context, words)).scenario();
    } catch (ParameterException e) {
      throw new BadInputException(Hints.of(e));
    }
  }

  private static String order(List<Cell> sides, int times) {
    int runs = sides.size() * times;
    return IntStream.range(0, Math.min(runs, 20))
        .mapToObj(i -> Side.name(i % sides.size()))
        .collect(Collectors.joining(" ", "", runs > 20 ? " …" : ""));
  }

  private static String reset(List<Cell> sides) {
    long kept = sides.stream().filter(side -> keepsTables(side.words())).count();
    return kept == 0
        ? "server and tables are fresh too"
        : kept == sides.size()
            ? "server and tables are kept"
            : "a server that bmt starts is fresh too, another one is kept with its tables";
  }

  private static boolean keepsTables(List<String> words) {
    List<String> names = words.stream().map(OptionNames::of).toList();
    return names.contains("--data-dir")
        || (!names.contains("--target")
            && (JoinedWords.namesServer(words) || System.getenv("BMT_URL") != null));
  }
}
