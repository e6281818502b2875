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
 * The help of a command as a man page, in roff. picocli makes AsciiDoc, and what makes roff of that
 * needs JRuby: far more than this in every build.
 */
final class ManPage {
  private static final String COLUMNS = "78";

  private ManPage() {}

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

  /** A line that begins with a dot or a quote would be a request. */
  private static String escaped(String text) {
    return text.replace("\\", "\\(rs")
        .replace("-", "\\-")
        .replace("'", "\\(aq")
        .replaceAll("(?m)^\\.", "\\\\&.");
  }
}
