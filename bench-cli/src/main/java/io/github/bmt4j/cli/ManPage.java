package io.github.bmt4j.cli;

import io.github.bmt4j.cli.screen.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The manual of a command as a man page, in roff. picocli makes AsciiDoc, and what makes roff of
 * that needs JRuby: far more than this in every build.
 */
final class ManPage {
  private final Help help;
  private final CommandSpec command;
  private final StringBuilder text = new StringBuilder();

  private ManPage(CommandLine command) {
    this.help = new Help(command.getCommandSpec(), Help.defaultColorScheme(Ansi.OFF));
    this.command = command.getCommandSpec();
  }

  /** A command and all below it that have a page: the root first. */
  static List<CommandLine> commands(CommandLine root) {
    List<CommandLine> all = new ArrayList<>(List.of(root));
    root.getSubcommands().values().forEach(next -> all.addAll(commands(next)));
    return all;
  }

  /** The name of a command's page, such as {@code bmt-lab-up}. */
  static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName("-");
  }

  /** The page of a command. */
  static String of(CommandLine command) {
    return new ManPage(command).page();
  }

  private static String sentence(CommandSpec command) {
    return plain(command.usageMessage().description()[0]);
  }

  private String page() {
    UsageMessageSpec usage = command.usageMessage();
    String name = command.qualifiedName("-");
    String[] description = usage.description();
    String version = quoted(Version.text());
    request(".TH " + quoted(name.toUpperCase(Locale.ROOT)) + " 1 \"\" " + version);
    section("NAME");
    line(name + " - " + sentence(command).replaceFirst("\\.$", ""));
    section("SYNOPSIS");
    line(help.synopsis(0).strip());
    section("DESCRIPTION");
    Arrays.stream(description).forEach(this::paragraph);
    commandList();
    options();
    footer(usage);
    related();
    return text.toString();
  }

  private void commandList() {
    if (!command.subcommands().isEmpty()) {
      section("COMMANDS");
      command.subcommands().forEach((name, next) -> item(name, sentence(next.getCommandSpec())));
    }
  }

  private void options() {
    section("OPTIONS");
    command.positionalParameters().forEach(word -> item(word.paramLabel(), description(word)));
    UsageHelp.sections(command)
        .forEach(
            (heading, options) -> {
              if (!heading.equals("Options")) {
                request(".SS " + quoted(heading));
              }
              options.forEach(
                  option ->
                      item(String.join(", ", option.names()) + value(option), description(option)));
            });
  }

  private static String value(OptionSpec option) {
    if (option.arity().max() == 0) {
      return "";
    }
    return option.arity().min() == 0 ? "[=" + option.paramLabel() + "]" : "=" + option.paramLabel();
  }

  private static String description(ArgSpec arg) {
    return String.join(" ", arg.description());
  }

  private void footer(UsageMessageSpec usage) {
    String[] footer = usage.footer();
    if (footer.length > 0) {
      String heading = plain(usage.footerHeading().replace("%n", " ")).replace(":", "").strip();
      section(heading.isEmpty() ? "NOTES" : heading.toUpperCase(Locale.ROOT));
      request(".nf");
      Arrays.stream(footer).forEach(line -> line(plain(line)));
      request(".fi");
    }
  }

  private void related() {
    List<CommandLine> others = new ArrayList<>(command.subcommands().values());
    CommandSpec parent = command.parent();
    if (parent != null) {
      others.add(0, parent.commandLine());
    }
    section("SEE ALSO");
    List<String> pages = others.stream().map(other -> name(other) + "(1)").distinct().toList();
    line(String.join(", ", pages));
  }

  private void section(String name) {
    request(".SH " + quoted(name));
  }

  private void paragraph(String words) {
    if (words.isEmpty()) {
      request(".PP");
    } else {
      line(plain(words));
    }
  }

  private void item(String term, String description) {
    request(".TP");
    text.append("\\fB").append(escaped(term)).append("\\fR\n");
    line(plain(description));
  }

  private void line(String words) {
    String escaped = escaped(words);
    text.append(escaped.startsWith(".") ? "\\&" : "").append(escaped).append('\n');
  }

  private void request(String request) {
    text.append(request).append('\n');
  }

  /** Without picocli's markup. */
  private static String plain(String words) {
    return Ansi.OFF.string(words);
  }

  private static String escaped(String words) {
    return words.replace("\\", "\\(rs").replace("-", "\\-").replace("'", "\\(aq");
  }

  private static String quoted(String words) {
    return "\"" + escaped(words).replace("\"", "\\(dq") + "\"";
  }
}
