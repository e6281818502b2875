package io.github.bmt4j.cli;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.screen.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The help of a command as a man page, in roff. picocli generates AsciiDoc, whose converter to roff
 * needs JRuby: far more than this class in every build.
 */
final class ManPage {
  private static final String COLUMNS = "78";

  private ManPage() {}

  /** A command and all its subcommands that have a page, the root first. */
  static List<CommandLine> commands(CommandLine root) {
    List<CommandLine> all = new ArrayList<>(List.of(root));
    root.getSubcommands().values().forEach(next -> all.addAll(commands(next)));
    return all;
  }

  /** The name of a command's page, such as {@code bmt-lab-up}. */
  static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName("-");
  }

  static String of(CommandLine command) {
    UsageHelp.set(command, COLUMNS, true);
    String name = name(command);
    String sentence = command.getCommandSpec().usageMessage().description()[0];
    String related =
        Stream.concat(
                Stream.ofNullable(command.getParent()), command.getSubcommands().values().stream())
            .map(other -> name(other) + "(1)")
            .distinct()
            .collect(Collectors.joining(", "));
    return words(
        """
        .TH "%s" 1 "" "%s"
        .SH NAME
        %s \\- %s
        .SH DESCRIPTION
        .nf
        %s.fi
        .SH "SEE ALSO"
        %s
        """,
        escaped(name.toUpperCase(Locale.ROOT)),
        escaped(Version.text()),
        escaped(name),
        escaped(sentence.replaceFirst("\\.$", "")),
        escaped(command.getUsageMessage(Ansi.OFF)),
        escaped(related));
  }

  /**
   * Escapes a dot or quote at the start of a line, which roff would read as a request. The ellipsis
   * becomes dots: a terminal without UTF-8 has none.
   */
  private static String escaped(String text) {
    return text.replace("\\", "\\(rs")
        .replace("-", "\\-")
        .replace("'", "\\(aq")
        .replace("…", "...")
        .replaceAll("(?m)^\\.", "\\\\&.");
  }
}
