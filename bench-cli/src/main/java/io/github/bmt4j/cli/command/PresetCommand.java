package io.github.bmt4j.cli.command;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.Marked;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.Preset;
import io.github.bmt4j.cli.series.PresetOutlook;
import io.github.bmt4j.cli.series.ScenarioOptions;
import io.github.bmt4j.cli.series.StudyEnd;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.report.Lines;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmt preset run}: measures a scenario that is part of bmt. */
@Command(
    name = "run",
    customSynopsis = "${COMMAND-FULL-NAME} <name> [options]",
    description = {
      "Measures a scenario of a published study, or failover settings under several faults"
          + " (failover-quick). Each run has a fresh JVM; servers take turns.",
      "",
      "It ends with an HTML page and, with several servers, a comparison. Passwords come"
          + " from BMT_PASSWORD."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} failover-quick",
      "  ${COMMAND-FULL-NAME} thread-sweep-2-1024 --scale 0.01",
      "  ${COMMAND-FULL-NAME} aws-2016 --url jdbc:mariadb://a/sbtest \\",
      "      --url jdbc:mariadb://b/sbtest"
    })
public final class PresetCommand extends BmtCommand {
  private static final String PAIR =
      ": for your own servers, run " + bmt("catch-up") + " with --url and --replica";

  @Parameters(index = "0", paramLabel = "<name>", description = "see preset list")
  String name;

  @Marked(Mark.HIDDEN)
  @Option(
      names = "--url",
      paramLabel = "<jdbc-url>",
      description = "a server; may be repeated, and the servers are compared with the first")
  List<String> urls = new ArrayList<>();

  @Option(
      names = "--target",
      paramLabel = "<server>",
      description = "a server that bmt starts (default embedded); may be repeated")
  List<String> targets = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "<factor>",
      defaultValue = "1",
      description =
          "multiply rows, events, tables, threads and times by this, above 0 and at most 1")
  double scale;

  @Option(
      names = "--repeat",
      paramLabel = "<number>",
      description = "number of rounds (default as in the preset; a comparison needs 3)")
  @Nullable Integer repeat;

  @Option(names = "--with-published", description = "show the study's figures next to your own")
  boolean withPublished;

  @Mixin ScenarioOptions options;

  /** {@code bmt preset} without a subcommand. */
  @Command(
      name = "preset",
      synopsisSubcommandLabel = "<command>",
      commandListHeading = "%nCommands:%n",
      description =
          "Repeats scenarios of published studies, and measures failover settings under several"
              + " faults.",
      subcommands = {PresetCommand.Listing.class, PresetCommand.Showing.class, PresetCommand.class})
  public static final class Group extends GroupCommand {}

  /** {@code bmt preset list}. */
  @Command(name = "list", description = "Lists the presets.")
  public static final class Listing extends BmtCommand {
    @Override
    public Integer call() {
      for (Preset preset : Preset.all()) {
        context.screen().wrappedLine(words("%-26s  %s", preset.name(), preset.summary()));
      }
      return ExitCode.VALID;
    }
  }

  /** {@code bmt preset show}. */
  @Command(
      name = "show",
      customSynopsis = "${COMMAND-FULL-NAME} <name>",
      description =
          "Prints a preset as a scenario file, what it does, how long that takes and how much space"
              + " it needs, and what the study published.")
  public static final class Showing extends BmtCommand {

    @Parameters(index = "0", paramLabel = "<name>", description = "see preset list")
    String name;

    @Override
    public Integer call() {
      Preset preset = Preset.named(name);
      context.screen().result(preset.text() + preset.sql());
      for (Preset part : preset.parts()) {
        String outlook = Lines.wrapped(PresetOutlook.of(part), context.screen().columns());
        context.screen().result("\n" + part.name() + "\n" + outlook);
      }
      Published published = preset.published(1);
      if (published != null) {
        context.screen().result("\n" + published.text(context.screen().columns()));
      }
      return ExitCode.VALID;
    }
  }

  @Override
  public Integer call() throws TargetException {
    Checks.check(
        scale > 0 && scale <= 1, "--scale", "=" + scale + ": give a factor above 0, up to 1");
    Checks.between("--repeat", Objects.requireNonNullElse(repeat, 1), 1, 1000);
    Checks.check(urls.size() + targets.size() <= 26, "give 26 servers at most");
    StudyEnd.checkFile(options.file);
    Map<String, Map<String, String>> servers = Preset.targets(urls, targets);
    Preset preset = Preset.named(name);
    Checks.check(
        scale == 1 || !preset.isFailover(),
        "--scale",
        ": " + name + " has nothing that can be scaled");
    Checks.check(urls.isEmpty() || !preset.isCatchUp(), name + PAIR);
    StudyEnd end = new StudyEnd(context, "text");
    int worst = ExitCode.VALID;
    for (Preset part : preset.parts()) {
      if (!urls.isEmpty() && part.isCatchUp()) {
        context.screen().say("left out " + part.name() + PAIR);
        continue;
      }
      String text = part.scenario(scale, servers, repeat);
      worst = Math.max(worst, options.run(context, "preset " + part.name(), text, true));
      Published published = withPublished ? part.published(scale) : null;
      if (published != null) {
        context.screen().result(published.text(context.screen().columns()));
      }
      if (!options.dryRun && !context.shutdown().stop().given()) {
        if (part.isFailover()) {
          end.addAll(options.results());
        } else {
          Map<String, List<Side>> measured = options.results().parts();
          measured.forEach(
              (title, sides) ->
                  end.add(new Part(measured.size() > 1 ? title : part.name(), sides, published)));
        }
      }
    }
    String title =
        preset.summary()
            + (scale == 1
                ? ""
                : " Scaled by "
                    + BigDecimal.valueOf(scale).stripTrailingZeros().toPlainString()
                    + ".");
    end.end(title, options.page(name));
    return end.code(worst);
  }
}
