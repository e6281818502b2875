package io.github.bmt4j.cli.series;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Range;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.series.ScenarioFile.Combination;
import io.github.bmt4j.cli.series.Series.Cell;
import io.github.bmt4j.compare.Conditions;
import io.github.bmt4j.experiment.Price;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.Threshold;
import io.github.bmt4j.load.sweep.LeastSearch;
import io.github.bmt4j.load.sweep.LeastSearch.Wanted;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cell that is run with several amounts of a resource, to find the least that is enough.
 *
 * @param part the cell, with {@code {iops}} in place of the amount
 * @param resource its name, such as "iops"
 * @param matched run whose rate is wanted; absent if a rate or a limit is given
 */
record CellSearch(
    Cell part, String resource, Range amounts, Wanted wanted, @Nullable RunResult matched) {
  static final String KEY = "search";

  /** The keys of a search, with their descriptions. */
  static final Map<String, String> KEYS =
      Map.of(
          KEY,
          "a resource with its range, {iops: 1000..20000}: find the least amount that is enough;"
              + " {iops} in before or in an option stands for it",
          "match",
          "with search: a stored run, whose rate is wanted",
          "at-least",
          "with search: the wanted rate, such as 5000 tps",
          "keep",
          "with search: the limit that is wanted, such as p95<20ms");

  /** A word with which a run has several steps. */
  private static final Pattern SWEEP = Pattern.compile("--(?:threads|rate)=.*(?:,|\\.\\.).*");

  private static final String PRICE = "--label=" + Price.LABEL + "=";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w-]{0,30}");
  private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?(?:tps|/s)?");

  /**
   * The search of a combination; empty without one.
   *
   * @param part its cell
   * @throws BadInputException when it makes no sense, with its line
   */
  static Optional<CellSearch> of(
      Combination one, Cell part, ScenarioLines lines, RunsDirOption runs) {
    Map<String, JsonNode> keys = new LinkedHashMap<>();
    for (String dimension : List.of("setting", "target")) {
      one.options(dimension)
          .forEach(
              (name, value) -> {
                if (KEYS.containsKey(name.replace('_', '-'))) {
                  keys.put(name.replace('_', '-'), value);
                }
              });
    }
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    String place = one.place(lines, keys.containsKey(KEY) ? KEY : keys.keySet().iterator().next());
    JsonNode resources = keys.getOrDefault(KEY, NullNode.getInstance());
    Checks.check(
        resources.size() == 1 && resources.isObject(),
        place + "give search a resource with its range, such as {iops: 1000..20000}");
    Map.Entry<String, JsonNode> given = resources.properties().iterator().next();
    String resource = given.getKey();
    String range = given.getValue().asText();
    Checks.check(
        NAME.matcher(resource).matches(), place + resource + " is no plain name of a resource");
    try {
      Range amounts =
          Range.of(resource, range, Integer.MAX_VALUE / 4)
              .orElseThrow(
                  () ->
                      new BadInputException(
                          resource, "=" + range + ": give a range such as 1000..20000"));
      RunResult matched = matched(keys.get("match"), runs);
      CellSearch found = new CellSearch(part, resource, amounts, wanted(keys, matched), matched);
      Checks.check(
          !found.cell(amounts.from()).equals(found.cell(amounts.to())),
          "{" + resource + "} is in no before and in no option: nothing would change");
      return Optional.of(found);
    } catch (BadInputException e) {
      throw new BadInputException(place + e.getMessage());
    }
  }

  private static Wanted wanted(Map<String, JsonNode> keys, @Nullable RunResult matched) {
    JsonNode rate = keys.get("at-least");
    JsonNode keep = keys.get("keep");
    Threshold limit = keep == null ? null : Threshold.needed("keep", keep.asText());
    if (matched != null && rate == null) {
      return Wanted.of(matched, limit);
    }
    if (matched == null && rate != null) {
      Matcher number = RATE.matcher(rate.asText());
      Checks.check(
          number.matches() && Double.parseDouble(number.group(1)) > 0,
          "at-least",
          "=" + rate.asText() + ": give a rate such as 5000 tps");
      return Wanted.of(Double.parseDouble(number.group(1)), limit);
    }
    if (limit == null || rate != null) {
      throw new BadInputException(
          "give search what is wanted: match or at-least, or keep, or keep with one of them");
    }
    return Wanted.of(limit);
  }

  private static @Nullable RunResult matched(@Nullable JsonNode run, RunsDirOption runs) {
    Result result = run == null ? null : runs.store().read(run.asText()).result();
    Checks.check(
        run == null || (result instanceof RunResult && result.verdict().texts().isEmpty()),
        "match: give a VALID result of " + bmt("run with one load"));
    return (RunResult) result;
  }

  /** Refuses a command line that is not one load, or another load than the wanted run. */
  void check(CommandContext context) throws TargetException {
    Series.check(context, cell(amounts.to()).words());
    Object command = Series.check(context, cell(amounts.from()).words());
    Checks.check(
        command instanceof SeriesOptions.Compared
            && part.words().stream().noneMatch(word -> SWEEP.matcher(word).matches()),
        KEY,
        " needs a load of " + bmt("run, with one number of threads and one rate"));
    Checks.check(
        wanted.rates().isEmpty()
            || !(((SeriesOptions.Compared) command).scenario() instanceof RunScenario run)
            || !run.load().scheduled(),
        KEY,
        ": with a rate of its own a load cannot show more: leave out match and at-least, give keep");
    if (matched != null) {
      List<String> otherWork =
          Conditions.otherWork(
              List.of(matched.scenario(), ((SeriesOptions.Compared) command).scenario()));
      Checks.check(
          otherWork.isEmpty(),
          "match",
          ": " + matched.id() + " is of other work (" + String.join("; ", otherWork) + ")");
    }
  }

  /** Text that announces it in a dry run. */
  String shown() {
    return words(
        "# search for the least %s from %,d to %,d for %s, beginning with",
        resource, amounts.from(), amounts.to(), wanted.text());
  }

  /** The cell with an amount. */
  Cell cell(int amount) {
    String place = "{" + resource + "}";
    String value = Integer.toString(amount);
    return new Cell(
        part.words().stream()
            .filter(word -> !word.startsWith(PRICE)) // Another amount has another price.
            .map(word -> word.replace(place, value))
            .toList(),
        part.labels(),
        part.commands().with(place, value));
  }

  private Cell visit(int amount, int visit, int number, String id) {
    Cell cell = cell(amount);
    Map<String, String> labels = new LinkedHashMap<>(cell.labels());
    String named = words("%s %,d", resource, amount);
    labels.put(ScenarioResults.AMOUNT, named);
    labels.put(ScenarioResults.LABEL, id);
    labels.put(Series.NUMBER, words("search %d, %s, run %d", number, named, visit));
    return new Cell(cell.words(), labels, cell.commands());
  }

  /**
   * Runs the search to its end, or until the user ends it. Results that are stored already are
   * taken.
   *
   * @param number of the search in its scenario
   * @param id of the scenario
   */
  LeastSearch run(Series series, CommandContext context, RunsDirOption runs, int number, String id)
      throws TargetException {
    long seed = Long.parseLong(id, 16) + number;
    LeastSearch search = new LeastSearch(resource, amounts.from(), amounts.to(), wanted, seed);
    Map<Integer, Integer> visits = new HashMap<>();
    OptionalInt next = search.next();
    while (next.isPresent() && !context.shutdown().stop().given()) {
      int amount = next.getAsInt();
      Cell cell = visit(amount, visits.merge(amount, 1, Integer::sum), number, id);
      int known = series.problems().size();
      series.execute(List.of(cell));
      Optional<RunResult> found =
          Series.results(runs, ScenarioResults.LABEL, id).stream()
              .filter(stored -> Series.isOf(cell, stored))
              .map(Stored::result)
              .filter(RunResult.class::isInstance)
              .map(RunResult.class::cast)
              .findFirst();
      found.ifPresent(search::add);
      List<String> problems = series.problems();
      boolean failed = problems.size() > known;
      boolean missing = found.isEmpty() && !context.shutdown().stop().given();
      if (search.next().isPresent() && (failed || missing)) {
        search.end(
            failed || series.isSpoilt()
                ? problems.get(problems.size() - 1)
                : "it could not be measured, see above");
      }
      next = search.next();
    }
    return search;
  }
}
