package io.github.bmt4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/** The help of a command: its options in sections, as wide as the terminal. */
final class UsageHelp {
  private static final int NAMES_WIDTH = 30;
  private static final int LEAST_WIDTH = 60;
  private static final int USUAL_WIDTH = 80;
  private static final String OTHERS = "Other";

  private UsageHelp() {}

  /**
   * Sets the help of a command and its subcommands.
   *
   * @param columns what the environment says of the terminal's width; absent when it says nothing
   */
  static void set(CommandLine command, @Nullable String columns) {
    boolean known = columns != null && columns.matches("\\d{1,4}");
    command.setUsageHelpAutoWidth(!known);
    command.setUsageHelpWidth(
        known ? Math.max(LEAST_WIDTH, Integer.parseInt(columns)) : USUAL_WIDTH);
    sections(command);
  }

  private static void sections(CommandLine command) {
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, UsageHelp::parameters);
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, UsageHelp::options);
    command.getSubcommands().values().forEach(UsageHelp::sections);
  }

  private static String parameters(Help help) {
    Layout layout = layout(help);
    layout.addAllPositionalParameters(
        help.commandSpec().positionalParameters(), help.parameterLabelRenderer());
    return layout.toString();
  }

  private static String options(Help help) {
    StringBuilder text = new StringBuilder();
    sections(help.commandSpec())
        .forEach((heading, options) -> append(text, help, heading, options));
    return text.toString();
  }

  /** The options of a command that are not hidden, by the heading that they stand under. */
  static Map<String, List<OptionSpec>> sections(CommandSpec command) {
    Set<String> left = new LinkedHashSet<>();
    Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        left.add(option.longestName());
      }
    }
    collect(command, heading(command, OTHERS), left, sections);
    List<OptionSpec> others = sections.remove(OTHERS);
    if (others != null) {
      sections.put(sections.isEmpty() ? "Options" : OTHERS, others);
    }
    return sections;
  }

  /** Sorts options into sections: those of a mixin with a heading of its own stand under that. */
  private static void collect(
      CommandSpec spec, String heading, Set<String> left, Map<String, List<OptionSpec>> sections) {
    Set<String> mixed = new LinkedHashSet<>();
    spec.mixins().values().forEach(mixin -> mixed.addAll(mixin.optionsMap().keySet()));
    for (OptionSpec option : spec.options()) {
      if (!mixed.contains(option.longestName()) && left.remove(option.longestName())) {
        sections.computeIfAbsent(heading, name -> new ArrayList<>()).add(option);
      }
    }
    spec.mixins()
        .values()
        .forEach(mixin -> collect(mixin, heading(mixin, heading), left, sections));
  }

  private static String heading(CommandSpec spec, String otherwise) {
    Object owner = spec.userObject();
    Section section = owner == null ? null : owner.getClass().getAnnotation(Section.class);
    if (section != null) {
      return section.value();
    }
    return isHelp(spec) ? OTHERS : otherwise;
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
