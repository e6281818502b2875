package io.github.bmt4j.cli;

import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.WorkloadOptions;
import io.github.bmt4j.workload.Catalogue;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** The help of a command: its options in sections, as wide as the terminal. */
final class UsageHelp {
  private static final int NAMES_WIDTH = 30;
  private static final int LEAST_WIDTH = 60;
  private static final int USUAL_WIDTH = 80;
  private static final String OTHERS = "Other";
  private static final int EXAMPLES = 4;
  private static final int FEWEST_USUAL = 3;
  private static final String WORKLOAD = "<workload>";

  private UsageHelp() {}

  /**
   * Sets the help of a command and its subcommands.
   *
   * @param columns width of the terminal from the environment; absent if unset
   * @param all true if options that are not {@link Section#USUAL} are shown, too
   */
  static void set(CommandLine command, @Nullable String columns, boolean all) {
    boolean known = columns != null && columns.matches("[1-9]\\d{0,3}");
    command.setUsageHelpWidth(
        known ? Math.max(LEAST_WIDTH, Integer.parseInt(columns)) : USUAL_WIDTH);
    sections(command, all);
  }

  private static void sections(CommandLine command, boolean all) {
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, UsageHelp::parameters);
    CommandSpec spec = command.getCommandSpec();
    boolean whole = all || !isShortened(spec);
    command
        .getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            whole ? UsageHelp::options : UsageHelp::usual);
    UsageMessageSpec usage = spec.usageMessage();
    if (spec.parent() != null) {
      usage.footerHeading(heading(usage.footer()));
      if (usage.customSynopsis().length == 0
          && spec.subcommands().isEmpty()
          && spec.positionalParameters().isEmpty()) {
        usage.customSynopsis("${COMMAND-FULL-NAME} [options]");
      }
    }
    if (!whole) {
      usage.description(usage.description()[0]);
      usage.footer(firstExamples(usage.footer()));
    }
    command.getSubcommands().values().forEach(subcommand -> sections(subcommand, all));
  }

  private static String parameters(Help help) {
    Layout layout = layout(help);
    layout.addAllPositionalParameters(
        help.commandSpec().positionalParameters(), help.parameterLabelRenderer());
    return layout.toString();
  }

  /** True if a command has enough usual options that its help shows only these. */
  static boolean isShortened(CommandSpec command) {
    return command.options().stream().filter(UsageHelp::isUsual).count() >= FEWEST_USUAL;
  }

  private static boolean isUsual(OptionSpec option) {
    return option.order() == Section.USUAL && !option.hidden();
  }

  private static String heading(String[] examples) {
    long count = Stream.of(examples).filter(line -> !line.endsWith("\\")).count();
    return count == 0 ? "" : count == 1 ? "%nExample:%n" : "%nExamples:%n";
  }

  private static String[] firstExamples(String[] footer) {
    int lines = 0;
    for (int examples = 0; lines < footer.length && examples < EXAMPLES; lines++) {
      examples += footer[lines].endsWith("\\") ? 0 : 1;
    }
    return Arrays.copyOf(footer, lines);
  }

  private static String usual(Help help) {
    StringBuilder text = new StringBuilder();
    CommandSpec spec = help.commandSpec();
    List<OptionSpec> usual =
        spec.options().stream()
            .filter(UsageHelp::isUsual)
            .map(option -> option.toBuilder().description(clauses(option)).build())
            .toList();
    append(text, help, "Usual options", usual);
    text.append("  ").append(spec.qualifiedName()).append(" --help-all has all options");
    if (takesWorkloads(spec)) {
      text.append(", ").append(spec.root().name()).append(" list <workload> its own");
    }
    return text.append(".\n").append(ofWorkload(help)).toString();
  }

  private static boolean takesWorkloads(CommandSpec spec) {
    return spec.mixins().containsKey(WorkloadOptions.MIXIN);
  }

  /** The options of the workload that the user named; empty without one. */
  private static String ofWorkload(Help help) {
    CommandSpec spec = help.commandSpec();
    StringBuilder text = new StringBuilder();
    ParseResult parsed = takesWorkloads(spec) ? spec.commandLine().getParseResult() : null;
    Stream.ofNullable(parsed)
        .flatMap(words -> words.matchedArgs().stream())
        .filter(arg -> arg.paramLabel().equals(WORKLOAD))
        .flatMap(arg -> arg.originalStringValues().stream())
        .filter(Catalogue.names()::contains)
        .map(Catalogue::byName)
        .forEach(
            named ->
                append(text, help, "Options of " + named.info().name(), WorkloadOptions.of(named)));
    return text.toString();
  }

  /** Clauses of an option that fit into two lines; always at least the first. */
  private static String clauses(OptionSpec option) {
    String words = String.join(" ", option.description());
    int end = words.length();
    while (end > 2 * (USUAL_WIDTH - NAMES_WIDTH - 3) && words.lastIndexOf("; ", end - 1) > 0) {
      end = words.lastIndexOf("; ", end - 1);
    }
    return words.substring(0, end);
  }

  private static String options(Help help) {
    StringBuilder text = new StringBuilder();
    sections(help.commandSpec())
        .forEach((heading, options) -> append(text, help, heading, options));
    String own = ofWorkload(help);
    if (own.isEmpty() && takesWorkloads(help.commandSpec())) {
      text.append("\n  ").append(help.commandSpec().root().name());
      text.append(" list <workload> has the options of a workload.\n");
    }
    return text.append(own).toString();
  }

  /** The visible options of a command, by heading. */
  private static Map<String, List<OptionSpec>> sections(CommandSpec command) {
    Map<String, OptionSpec> left = new LinkedHashMap<>();
    Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
    command.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> left.put(option.longestName(), option));
    collect(command, heading(command, OTHERS), left, sections);
    List<OptionSpec> others = sections.remove(OTHERS);
    if (others != null) {
      sections.put(sections.isEmpty() ? "Options" : OTHERS, others);
    }
    return sections;
  }

  /** Sorts options into sections: options of a mixin that has a heading go under it. */
  private static void collect(
      CommandSpec spec,
      String heading,
      Map<String, OptionSpec> left,
      Map<String, List<OptionSpec>> sections) {
    Set<String> mixed = new LinkedHashSet<>();
    spec.mixins().values().forEach(mixin -> mixed.addAll(mixin.optionsMap().keySet()));
    for (OptionSpec option : spec.options()) {
      OptionSpec shown =
          mixed.contains(option.longestName()) ? null : left.remove(option.longestName());
      if (shown != null) {
        String own =
            option.userObject() instanceof Member member
                ? heading(member.getDeclaringClass(), heading)
                : heading;
        sections.computeIfAbsent(own, name -> new ArrayList<>()).add(shown);
      }
    }
    spec.mixins().values().stream()
        .filter(mixin -> !(mixin.userObject() instanceof WorkloadOptions))
        .forEach(mixin -> collect(mixin, heading(mixin, heading), left, sections));
  }

  private static String heading(CommandSpec spec, String otherwise) {
    Object owner = spec.userObject();
    String usual = isHelp(spec) ? OTHERS : otherwise;
    return owner == null ? usual : heading(owner.getClass(), usual);
  }

  private static String heading(Class<?> owner, String otherwise) {
    Section section = owner.getAnnotation(Section.class);
    return section == null ? otherwise : section.value();
  }

  private static boolean isHelp(CommandSpec spec) {
    return spec.options().stream().anyMatch(OptionSpec::usageHelp);
  }

  private static void append(
      StringBuilder text, Help help, String heading, List<OptionSpec> options) {
    Layout layout = layout(help);
    layout.addAllOptions(options, help.parameterLabelRenderer());
    String rows = layout.toString();
    if (!rows.isBlank()) {
      text.append(help.createHeading("%n@|bold " + heading + "|@:%n")).append(rows);
    }
  }

  private static Layout layout(Help help) {
    int width = help.commandSpec().usageMessage().width();
    ColorScheme colors = help.colorScheme();
    TextTable table =
        TextTable.forColumns(
            colors,
            new Column(NAMES_WIDTH, 2, Column.Overflow.SPAN),
            new Column(width - NAMES_WIDTH, 1, Column.Overflow.WRAP));
    table.indentWrappedLines = 0;
    int descriptionWidth = width - NAMES_WIDTH - 2;
    return new Layout(
        colors,
        table,
        (option, labels, scheme) ->
            rows(option(option, labels, scheme), option, scheme, descriptionWidth),
        (parameter, labels, scheme) ->
            rows(
                labels.renderParameterLabel(parameter, scheme.ansi(), scheme.parameterStyles()),
                parameter,
                scheme,
                descriptionWidth));
  }

  private static Text option(OptionSpec option, IParamLabelRenderer labels, ColorScheme colors) {
    Text label = labels.renderParameterLabel(option, colors.ansi(), colors.optionParamStyles());
    return colors.optionText(String.join(", ", option.names())).concat(label);
  }

  /** Breaks the description between words only: neither in a URL nor in the name of an option. */
  private static Text[][] rows(Text name, ArgSpec arg, ColorScheme colors, int width) {
    List<Text[]> rows = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : String.join(" ", arg.description()).split(" ", -1)) {
      if (line.length() + 1 + word.length() > width && !line.isEmpty()) {
        rows.add(row(rows.isEmpty() ? name : colors.text(""), line.toString(), colors));
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    rows.add(row(rows.isEmpty() ? name : colors.text(""), line.toString(), colors));
    return rows.toArray(Text[][]::new);
  }

  private static Text[] row(Text name, String line, ColorScheme colors) {
    return new Text[] {name, colors.text(line)};
  }
}
