package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failover.FailoverExperiment;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.LostCharacters;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.jmh.FetchBenchmark;
import io.github.bmt4j.jmh.LocalStorageBenchmark;
import io.github.bmt4j.jmh.fork.Failover;
import io.github.bmt4j.jmh.fork.WorkloadChoice;
import io.github.bmt4j.jmh.twin.RowTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One command line from its words to its exit code. */
record Host(PrintStream out, PrintStream err) {
  /** Everything was measured. */
  static final int DONE = 0;

  /** A benchmark failed; what it measured is not in the results. */
  static final int FAILED = 1;

  /** The command line makes no sense; nothing was touched. */
  static final int BAD_INPUT = 2;

  /** A server or a driver cannot be had. */
  static final int NO_TARGET = 3;

  private static final int MOST_THREADS = 1000;

  /** Does what JMH's options say; gives the exit code. */
  int run(String... args) throws IOException {
    try {
      LostCharacters.check(
          List.of(args), System.getenv(), System.getProperty("sun.jnu.encoding", "UTF-8"));
      BadInputException.check(
          args.length != 0,
          "name the benchmarks, such as WorkloadBenchmark: all of them take hours; -l lists them,"
              + " -lp with their parameters, -h shows the options");
      return run(JmhArguments.of(args));
    } catch (BadInputException e) {
      return fail(e, BAD_INPUT);
    } catch (TargetException e) {
      return fail(e, NO_TARGET);
    }
  }

  private int fail(Exception e, int code) {
    err.println("bmt: " + String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
    return code;
  }

  private int run(JmhArguments arguments) throws TargetException, IOException {
    CommandLineOptions options = arguments.options();
    if (options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats()) {
      return ask(options);
    }
    OutputFormat silent = OutputFormatFactory.createFormatInstance(out, VerboseMode.SILENT);
    Selection selection = Selection.of(options, silent);
    check(arguments, selection);
    ResultFile file = ResultFile.of(arguments.ofFile());
    HostMessages messages = new HostMessages(err);
    Map<String, String> jars = DriverJars.resolve(selection.drivers(), messages);
    eachFailover(arguments, selection, one -> checkDriver(one, messages));
    try (HostServers servers = new HostServers(messages, selection)) {
      for (String url : arguments.urls()) {
        if (isNeeded(url, selection)) {
          servers.open(url);
        }
      }
      return new ChosenBenchmarks(arguments, selection, servers, messages).run(file, jars)
          ? DONE
          : FAILED;
    }
  }

  private int ask(CommandLineOptions options) throws IOException {
    Runner runner = new Runner(options);
    if (options.shouldHelp()) {
      options.showHelp();
      out.println(
          "Parameters of bmt4j: -p url=embedded (default), local, container:<image>, or a"
              + " JDBC URL with the login in BMT_USER and BMT_PASSWORD; -p driver=mariadb:<version>"
              + " or mysql:<version>; -p workload=<name> or <file.sql>; -prof bmt for the server's"
              + " counters.");
    } else if (options.shouldList()) {
      runner.list();
    } else if (options.shouldListWithParams()) {
      runner.listWithParams(options);
    } else if (options.shouldListProfilers()) {
      options.listProfilers();
      out.println("  bmt: the server's own counters for each operation");
    } else {
      options.listResultFormats();
    }
    return DONE;
  }

  private static void whole(String parameter, String text, int most) {
    BadInputException.check(
        text.matches("\\d{1,9}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= most,
        "-p " + parameter + "=" + text + ": give a number from 1 to " + most);
  }

  /** Clusters are started by the forks that need them, other servers here. */
  private static boolean isNeeded(String url, Selection selection) {
    return !selection.onServers().isEmpty()
        || (url.startsWith("jdbc:") && !selection.with("url").isEmpty());
  }

  private static void checkPlaces(List<String> urls, List<String> drivers) {
    List<DriverCoordinates> known = drivers.stream().map(DriverCoordinates::parse).toList();
    for (String url : urls) {
      if (!HostServers.spec(url).isStarted()) {
        known.forEach(driver -> DriverUrl.of(url, driver, DriverSettings.PLAIN));
      }
    }
  }

  private static void checkFailovers(JmhArguments arguments, Selection selection) {
    boolean outside = arguments.urls().stream().anyMatch(url -> url.startsWith("jdbc:"));
    for (String parameter : List.of("fault", "ha", "promotionDelayMs", "durationMs")) {
      BadInputException.check(
          !outside || !arguments.options().getParameter(parameter).hasValue(),
          "-p "
              + parameter
              + " is for a cluster that bmt starts: in your own, -p trigger says what happens and"
              + " the URL how the application connects");
    }
    eachFailover(
        arguments,
        selection,
        one ->
            FailoverExperiment.check(
                one.order(HostServers.spec(one.url), one.trigger, HostServers.cache())));
  }

  private static void checkDriver(Failover one, HostMessages messages) {
    LoadDriver driver = one.open(messages);
    if (HostServers.spec(one.url) instanceof TargetSpec.External cluster) {
      driver.check(cluster.target());
    }
  }

  private static void eachFailover(
      JmhArguments arguments, Selection selection, Consumer<Failover> check) {
    if (!selection.with("fault").isEmpty()) {
      Failover.each(
          name ->
              name.equals("url")
                  ? arguments.urls()
                  : name.equals("trigger") && !arguments.triggers().isEmpty()
                      ? List.copyOf(arguments.triggers().values())
                      : selection.values(name),
          check);
    }
  }

  private static void check(JmhArguments arguments, Selection selection) {
    Set<String> given = arguments.parameters();
    selection.checkParameters(given);
    selection.checkThreads();
    checkFailovers(arguments, selection);
    checkPlaces(arguments.urls(), selection.drivers());
    if (given.contains("rows")) {
      selection.values("rows", LocalStorageBenchmark.class).forEach(LocalStorageBenchmark::check);
      selection
          .values("rows", FetchBenchmark.class)
          .forEach(rows -> whole("rows", rows, RowTable.POINT_ROWS));
    }
    selection.values("threads").forEach(threads -> whole("threads", threads, MOST_THREADS));
    for (String mode : selection.values("psMode")) {
      BadInputException.check(
          WorkloadChoice.PS_MODES.contains(mode),
          "-p psMode=" + mode + ": choose " + String.join(", ", WorkloadChoice.PS_MODES));
    }
    if (given.contains("workload") || given.contains("options")) {
      List<String> workloads = WorkloadChoice.names(selection.values("workload"));
      for (String text : selection.values("options")) {
        workloads.forEach(workload -> WorkloadChoice.of(workload, text));
      }
    }
  }
}
