package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.report.Columns;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt runs}: lists stored results. */
@Command(
    name = "runs",
    description = "Lists stored results, the most recent last.",
    footer = {
      "  ${COMMAND-FULL-NAME}",
      "  ${COMMAND-FULL-NAME} --last 100 --kind failover",
      "  ${COMMAND-FULL-NAME} --verdict valid --output json"
    })
public final class RunsCommand extends BmtCommand {
  private static final int OTHER_COLUMNS = 51;

  @Option(
      names = "--last",
      paramLabel = "<number>",
      defaultValue = "20",
      description = "number of latest results to search (default ${DEFAULT-VALUE})")
  int last;

  @Option(
      names = "--kind",
      paramLabel = "<kind>",
      completionCandidates = Kinds.class,
      description = "only this kind: ${COMPLETION-CANDIDATES}")
  @Nullable String kind;

  @Option(
      names = "--verdict",
      paramLabel = "<verdict>",
      description = "only valid or only invalid results")
  @Nullable String verdict;

  @Option(
      names = "--label",
      paramLabel = "<key>=<value>",
      description = "only results with this label; may be repeated")
  List<String> labels = new ArrayList<>();

  @Option(
      names = "--output",
      paramLabel = "<form>",
      defaultValue = "text",
      description = "text (default) or json")
  String output;

  @Mixin RunsDirOption runsDir;

  private record Row(
      String id,
      String folder,
      String began,
      String kind,
      String title,
      Map<String, String> labels,
      String verdict,
      List<Figure> figures) {}

  private static final class Kinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return RunStore.kinds().iterator();
    }
  }

  @Override
  public Integer call() {
    output = Checks.choice("--output", output, "text", "json");
    if (kind != null) {
      kind = Checks.choice("--kind", kind, RunStore.kinds().toArray(String[]::new));
    }
    if (verdict != null) {
      Checks.choice("--verdict", verdict, "valid", "invalid");
    }
    Checks.check(last > 0, "--last", "=" + last + ": give 1 or more");
    Set<Map.Entry<String, String>> wanted = StoreOptions.labels(labels).entrySet();
    Screen screen = context.screen();
    List<Stored> found =
        runsDir.store().recent(last, problem -> screen.say("WARNING  " + problem)).stream()
            .filter(stored -> kind == null || stored.result().kind().equals(kind))
            .filter(stored -> stored.labels().entrySet().containsAll(wanted))
            .filter(
                stored ->
                    verdict == null
                        || stored.result().verdict().status().name().equalsIgnoreCase(verdict))
            .toList();
    if (output.equals("json")) {
      screen.result(json(found));
    } else if (found.isEmpty()) {
      screen.say(
          "no such result among the last " + counted(last, "result") + " in " + runsDir.folder);
    } else {
      screen.result(table(screen.columns()).text(found));
    }
    return ExitCode.VALID;
  }

  private static Columns<Stored> table(int columns) {
    return new Columns<Stored>(columns)
        .column("id", -8, 0, stored -> stored.result().id())
        .column("began (UTC)", -16, 2, Stored::began)
        .column("verdict", -7, 0, RunsCommand::judged)
        .column("main figure", 14, 0, stored -> main(stored).map(Figure::amount).orElse("-"))
        .column(
            "workload on server: figure",
            -20,
            0,
            stored -> cut(what(stored), columns - OTHER_COLUMNS));
  }

  private static String judged(Stored stored) {
    Status status = stored.result().verdict().status();
    return status == Status.VALID && !stored.result().passed() ? "FAILED" : status.name();
  }

  private static Optional<Figure> main(Stored stored) {
    return stored.figures().stream().findFirst();
  }

  private static String what(Stored stored) {
    String labels =
        stored.labels().isEmpty() ? "" : "[" + String.join(" ", stored.labelWords()) + "] ";
    return labels + stored.title() + main(stored).map(figure -> ": " + figure.name()).orElse("");
  }

  private static String cut(String text, int room) {
    return text.length() <= room ? text : text.substring(0, Math.max(1, room) - 1) + "…";
  }

  private static String json(List<Stored> found) {
    List<Row> rows =
        found.stream()
            .map(
                stored ->
                    new Row(
                        stored.result().id(),
                        stored.folder().toString(),
                        stored.began(),
                        stored.result().kind(),
                        stored.title(),
                        stored.labels(),
                        judged(stored),
                        stored.figures()))
            .toList();
    return ResultJson.write(rows) + "\n";
  }
}
