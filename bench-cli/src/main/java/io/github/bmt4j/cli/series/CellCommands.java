package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.cli.series.ScenarioFile.Combination;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.endpoint.TimedQuery;
import io.github.bmt4j.experiment.Price;
import io.github.bmt4j.experiment.UserCommand;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Commands and SQL that a target and a setting of a scenario have executed around each of their
 * cells.
 *
 * @param before those of the target, then those of the setting
 * @param after those of the setting, then those of the target
 */
record CellCommands(List<Step> before, List<Step> after) {
  static final CellCommands NONE = new CellCommands(List.of(), List.of());

  /** The keys of a setting or a target that are no options of its command. */
  static final Map<String, String> KEYS =
      Map.of(
          "before",
          "command that is executed before each cell; if it fails, the cell is INVALID",
          "before-sql",
          "SQL that is executed on the cell's server before each cell",
          "after",
          "command that is executed after each cell, also after Ctrl-C",
          "after-sql",
          "SQL that is executed on the cell's server after each cell",
          "before-timeout",
          "longest time of each of these commands (default 10m)",
          Price.LABEL,
          "price of the servers, such as 1.23/h, from which the cost of transactions is computed");

  private static final String PATIENCE = "before-timeout";
  private static final Duration USUAL = Duration.ofMinutes(10);

  /** Time for all commands after a cell once the user has ended the series. */
  static final Duration AFTER_STOP = Duration.ofSeconds(30);

  /**
   * A command, or a statement of SQL.
   *
   * @param key by which the file names it
   * @param of setting or target, with its name
   */
  record Step(String key, String of, String text, Duration patience) {
    private boolean sql() {
      return key.endsWith("sql");
    }

    private String name() {
      return key + " of " + of;
    }

    String shown() {
      String line = "# " + name() + ", at most " + Converters.text(patience) + ": ";
      return (line + Redacted.text(text).strip()).replaceAll("\\R", "\n#   ");
    }

    private void execute(Surroundings at, BooleanSupplier over) throws TargetException {
      if (sql()) {
        sql(Series.server(at.context(), at.words()).orElseThrow(), over);
        return;
      }
      UserCommand.Log log =
          output -> {
            Files.createDirectories(at.log().resolveSibling(""));
            Files.writeString(
                at.log(),
                "## " + at.place() + "\n" + shown() + "\n" + output,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
          };
      new UserCommand(name(), text, log, Secret.NONE).detached().run(patience, over);
    }

    private void sql(Target server, BooleanSupplier over) throws TargetException {
      try {
        new TimedQuery(Clock.SYSTEM, over, patience)
            .at(
                () -> {
                  int millis = (int) Math.min(Integer.MAX_VALUE, patience.toMillis());
                  try (Connection connection =
                      new Connector(server, PsMode.DISABLE, 1).connect(millis)) {
                    Sql.execute(connection, text);
                    return true;
                  }
                });
      } catch (SQLException e) {
        throw new TargetException(name() + " failed: " + Redacted.text(TargetErrors.words(e)), e);
      }
    }
  }

  /**
   * The cell that the commands surround.
   *
   * @param words its command line
   * @param place "3 of 12"
   * @param log receives the output of commands, without secrets
   * @param afterStop time that they may take together once the user has ended the series
   */
  record Surroundings(
      CommandContext context, List<String> words, String place, Path log, Duration afterStop) {}

  /** Time that steps may take together after the signal of the user. Used by one thread. */
  private static final class Grace {
    private final StopSignal user;
    private final Duration most;
    private long beforeNanos = Clock.SYSTEM.nanoTime();

    Grace(StopSignal user, Duration most) {
      this.user = user;
      this.most = most;
    }

    boolean isOver() {
      long now = Clock.SYSTEM.nanoTime();
      if (!user.given()) {
        beforeNanos = now;
      }
      return user.given() && now - beforeNanos >= most.toNanos();
    }
  }

  /** Returns true if a key of a setting or a target is no option of the command. */
  static boolean isKey(String name, CommandSpec command) {
    String key = name.replace('_', '-');
    return (KEYS.containsKey(key) || CellSearch.KEYS.containsKey(key))
        && command.findOption("--" + key) == null;
  }

  /**
   * The commands of a combination.
   *
   * @throws BadInputException when one of them makes no sense, with its line
   */
  static CellCommands of(Combination one, CommandSpec command, ScenarioLines lines) {
    for (Map<String, JsonNode> others : one.options().subList(0, one.options().size() - 2)) {
      for (String name : others.keySet()) {
        Checks.check(
            !isKey(name, command),
            one.place(lines, name) + name + " belongs to a setting or a target");
      }
    }
    List<Step> before = new ArrayList<>();
    List<Step> after = new ArrayList<>();
    for (String dimension : List.of("target", "setting")) {
      List<Step> last = new ArrayList<>();
      Map<String, JsonNode> keys = one.options(dimension);
      Duration patience = patience(keys, one, lines);
      keys.forEach(
          (name, value) -> {
            String key = name.replace('_', '-');
            if (key.equals(Price.LABEL)) {
              Checks.check(
                  Price.of(value.asText()).isPresent(),
                  one.place(lines, name) + name + "=" + value.asText() + ": " + Price.REMEDY);
            } else if (KEYS.containsKey(key) && isKey(name, command) && !key.equals(PATIENCE)) {
              String of = dimension + " " + one.labels().get(dimension);
              for (String text : texts(value)) {
                Checks.check(!text.isBlank(), one.place(lines, name) + "give a command");
                (key.startsWith("before") ? before : last).add(new Step(key, of, text, patience));
              }
            }
          });
      after.addAll(0, last);
    }
    return new CellCommands(before, after);
  }

  /** A value, or those of a list. */
  static List<String> texts(JsonNode value) {
    return value.isArray()
        ? StreamSupport.stream(value.spliterator(), false).map(JsonNode::asText).toList()
        : List.of(value.asText());
  }

  private static Duration patience(
      Map<String, JsonNode> keys, Combination one, ScenarioLines lines) {
    JsonNode given = keys.getOrDefault(PATIENCE, keys.get(PATIENCE.replace('-', '_')));
    if (given == null) {
      return USUAL;
    }
    try {
      return Checks.atLeast(PATIENCE, Converters.duration(given.asText()), Duration.ofSeconds(1));
    } catch (TypeConversionException | BadInputException e) {
      throw new BadInputException(one.place(lines, PATIENCE) + e.getMessage());
    }
  }

  /** These commands with a text in place of another. */
  CellCommands with(String place, String text) {
    UnaryOperator<List<Step>> filled =
        steps ->
            steps.stream()
                .map(
                    step ->
                        new Step(
                            step.key(),
                            step.of(),
                            step.text().replace(place, text),
                            step.patience()))
                .toList();
    return new CellCommands(filled.apply(before), filled.apply(after));
  }

  boolean isEmpty() {
    return before.isEmpty() && after.isEmpty();
  }

  /** The key of the first of them; empty without any. */
  String firstKey() {
    return Stream.concat(before.stream(), after.stream()).map(Step::key).findFirst().orElse("");
  }

  boolean hasSql() {
    return Stream.concat(before.stream(), after.stream()).anyMatch(Step::sql);
  }

  /** The problem of the first step that fails; the steps after it are left out. */
  static Optional<String> run(List<Step> steps, Surroundings at) {
    Grace grace = new Grace(at.context().shutdown().stop(), at.afterStop());
    for (Step step : steps) {
      String what = "cell " + at.place() + ": " + step.name();
      try (Progress.Step shown = at.context().screen().begin(what, -1, "")) {
        Objects.requireNonNull(shown);
        step.execute(at, grace::isOver);
      } catch (TargetException e) {
        return Optional.of(
            grace.isOver()
                ? step.name()
                    + " did not end within "
                    + Converters.text(at.afterStop())
                    + " of Ctrl-C"
                : String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
  }
}
