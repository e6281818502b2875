package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options of sysbench 1.0.20 that bmt takes so that lines of sysbench's users work: those that
 * change nothing are taken with a note, and those whose effect bmt does not have are refused. They
 * are not shown in the help.
 */
final class SysbenchOptions {
  private static final String MIXIN = "sysbench";
  private static final String HISTOGRAM = "--histogram";
  private static final String DB_DRIVER = "--db-driver";

  /** On-off options that change nothing. */
  private static final List<String> USELESS_FLAGS =
      List.of("--debug", "--validate", "--db-debug", "--mysql-debug");

  /** Options with a value that change nothing. */
  private static final List<String> USELESS =
      List.of(
          "--verbosity",
          "--forced-shutdown",
          "--thread-stack-size",
          "--thread-init-timeout",
          "--luajit-cmd",
          "--pgsql-host",
          "--pgsql-port",
          "--pgsql-user",
          "--pgsql-password",
          "--pgsql-db",
          "--pgsql-variant");

  /** Options of a load, for commands that put none on the server. */
  private static final List<String> OF_A_LOAD =
      List.of(
          "--time",
          "--warmup",
          "--events",
          "--rate",
          "--report-interval",
          "--percentile",
          "--db-ps-mode",
          "--mysql-ignore-errors");

  /** Options that are refused unless they are off or empty, and what to do instead. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "--report-checkpoints",
          "bmt has no checkpoints: the run's folder has the figures of every interval",
          "--mysql-dry-run",
          "bmt has no dry run: bmt doctor checks the server without a load",
          "--mysql-ssl-cipher",
          "name Java's cipher suites in --url, with enabledSslCipherSuites");

  private SysbenchOptions() {}

  /** Adds them to a command, except those that the command has itself. */
  static void addTo(CommandSpec command) {
    CommandSpec mixin = CommandSpec.create();
    USELESS_FLAGS.forEach(name -> mixin.addOption(flag(name)));
    mixin.addOption(flag(HISTOGRAM));
    USELESS.forEach(name -> mixin.addOption(option(name)));
    OF_A_LOAD.stream()
        .filter(name -> command.findOption(name) == null)
        .forEach(name -> mixin.addOption(option(name)));
    REFUSED.keySet().stream()
        .map(name -> name.equals("--mysql-dry-run") ? flag(name) : option(name))
        .forEach(mixin::addOption);
    mixin.addOption(option(DB_DRIVER));
    command.addMixin(MIXIN, mixin);
  }

  private static OptionSpec flag(String name) {
    return OptionSpec.builder(name)
        .hidden(true)
        .type(boolean.class)
        .arity("0..1")
        .fallbackValue("on")
        .build();
  }

  private static OptionSpec option(String name) {
    return OptionSpec.builder(name).hidden(true).type(String.class).arity("1").build();
  }

  /**
   * A line for each of them that was given and changes nothing.
   *
   * @throws BadInputException when one was given whose effect bmt does not have
   */
  static List<String> notes(CommandLine.ParseResult given) {
    CommandSpec command = given.commandSpec();
    CommandSpec mixin = command.mixins().get(MIXIN);
    if (mixin == null) {
      return List.of();
    }
    Map<String, String> values = new TreeMap<>();
    for (OptionSpec option : given.matchedOptions()) {
      if (mixin.findOption(option.longestName()) != null) {
        values.put(option.longestName(), String.valueOf(option.<Object>getValue()));
      }
    }
    values.forEach(SysbenchOptions::check);
    return values.entrySet().stream()
        .filter(option -> isUseless(option.getKey()) || option.getKey().equals(HISTOGRAM))
        .filter(option -> !option.getValue().equals("false"))
        .map(option -> note(option.getKey(), command))
        .collect(Collectors.toList());
  }

  private static boolean isUseless(String name) {
    return USELESS_FLAGS.contains(name) || USELESS.contains(name) || OF_A_LOAD.contains(name);
  }

  private static String note(String name, CommandSpec command) {
    if (OF_A_LOAD.contains(name) || (name.equals(HISTOGRAM) && isWithoutLoad(command))) {
      return name + " has no effect on bmt " + command.name();
    }
    return name.equals(HISTOGRAM)
        ? "--histogram: the run's folder has the histogram of every interval, in intervals.hlog"
        : name + " has no effect in bmt";
  }

  private static boolean isWithoutLoad(CommandSpec command) {
    return !command.name().equals("run");
  }

  private static void check(String name, String value) {
    if (name.equals(DB_DRIVER)) {
      Checks.check(
          value.equals("mysql"),
          DB_DRIVER + "=" + value + ": bmt works on MySQL and MariaDB only; give mysql");
      return;
    }
    String instead = REFUSED.get(name);
    Checks.check(
        instead == null || value.isEmpty() || value.equals("false"), name + ": " + instead);
  }
}
