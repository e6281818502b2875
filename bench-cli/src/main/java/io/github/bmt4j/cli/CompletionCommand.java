package io.github.bmt4j.cli;

import io.github.bmt4j.cli.command.BmtCommand;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Version;
import io.github.bmt4j.cli.series.Preset;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.workload.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmt completion}: scripts by which shells complete words of bmt, and its man pages. */
@Command(
    name = "completion",
    customSynopsis = "${COMMAND-FULL-NAME} bash|zsh|install [options]",
    description = "Prints a completion script, or installs them all with the man pages.",
    footer = {"  source <(${COMMAND-FULL-NAME} bash)", "  ${COMMAND-FULL-NAME} install"})
public final class CompletionCommand extends BmtCommand {
  /** The name by which shells and readers of manuals call the command. */
  static final String BMT = "bmt";

  @Parameters(
      index = "0",
      paramLabel = "bash|zsh|install",
      description = "the shell whose script is printed, or install")
  String wanted;

  @Option(
      names = "--share",
      paramLabel = "<folder>",
      description =
          "where install writes, such as /usr/local/share (default $XDG_DATA_HOME, or"
              + " ~/.local/share)")
  @Nullable Path share;

  @Override
  public Integer call() throws TargetException {
    BadInputException.check(
        List.of("bash", "zsh", "install").contains(wanted),
        "completion ",
        wanted + ": choose one of bash, zsh, install");
    if (wanted.equals("install")) {
      install();
    } else {
      Checks.check(share == null, "--share", " requires install");
      context.screen().result(script(wanted));
    }
    return ExitCode.VALID;
  }

  private String script(String shell) {
    CommandLine bmt = context.commands(name -> true).setCommandName(BMT);
    completed(bmt);
    String title = "completion for " + shell + ", of " + Version.text();
    String bash = AutoComplete.bash(BMT, bmt);
    return shell.equals("bash") ? "# " + title + "\n" + bash : zsh(title, bash);
  }

  /**
   * The script of bash, which zsh can execute; it also works as a function that zsh loads, when no
   * alias is known yet.
   */
  private static String zsh(String title, String bash) {
    return "#compdef bmt\n# "
        + title
        + "\n"
        + bash.replace("alias compopt=complete", "function compopt() { :; }")
        + "\n# Where zsh has loaded this file to complete a word, complete it now.\n"
        + "if [ \"${funcstack[1]}\" = \"_bmt\" ]; then\n"
        + "  _bash_complete -o default -F _complete_bmt\n"
        + "fi\n";
  }

  /** Removes hidden options, and sets the possible words of each other option. */
  private static void completed(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : List.copyOf(spec.options())) {
      spec.remove(option);
      if (!option.hidden()) {
        // picocli names the list of an option's words after its label, which several options may
        // share.
        spec.addOption(
            OptionSpec.builder(option)
                .completionCandidates(words(spec, option))
                .paramLabel(option.longestName().substring(2))
                .build());
      }
    }
    for (PositionalParamSpec word : List.copyOf(spec.positionalParameters())) {
      spec.remove(word);
      spec.addPositional(
          PositionalParamSpec.builder(word)
              .completionCandidates(words(spec, word))
              .paramLabel("word")
              .build());
    }
    command.getSubcommands().values().forEach(CompletionCommand::completed);
  }

  private static @Nullable Iterable<String> words(CommandSpec command, ArgSpec arg) {
    String label = arg.paramLabel();
    if (arg instanceof OptionSpec option && option.longestName().equals("--fault")) {
      return Fault.all().stream().map(Fault::name).toList();
    }
    if (label.equals("<workload>") || label.equals("<load,…>")) {
      return Catalogue.names();
    }
    if (label.equals("<name>") && command.parent().name().equals("preset")) {
      return Preset.all().stream().map(Preset::name).toList();
    }
    if (label.equals("<command>")) {
      return List.copyOf(command.parent().subcommands().keySet());
    }
    if (arg.typeInfo().isEnum()) {
      return arg.typeInfo().getEnumConstantNames().stream()
          .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
          .toList();
    }
    return label.matches("[a-z-]+(\\|[a-z-]+)+")
        ? List.of(label.split("\\|"))
        : arg.completionCandidates();
  }

  private void install() throws TargetException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("bash-completion/completions/bmt", script("bash"));
    files.put("zsh/site-functions/_bmt", script("zsh"));
    CommandLine bmt = context.commands(name -> true).setCommandName(BMT);
    for (CommandLine command : ManPage.commands(bmt)) {
      files.put("man/man1/" + ManPage.name(command) + ".1", ManPage.of(command));
    }
    Path folder = share == null ? usualShare() : share.toAbsolutePath().normalize();
    List<Path> written = new ArrayList<>();
    try {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = folder.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
        written.add(path);
      }
    } catch (IOException e) {
      throw new TargetException(folder + ": the files cannot be written: " + e);
    }
    written.forEach(path -> context.screen().line(path.toString()));
    context
        .screen()
        .say("zsh needs in ~/.zshrc, before compinit: fpath+=(" + folder + "/zsh/site-functions)");
  }

  private static Path usualShare() {
    String data = System.getenv("XDG_DATA_HOME");
    return data != null && Path.of(data).isAbsolute()
        ? Path.of(data)
        : Path.of(System.getProperty("user.home"), ".local", "share");
  }
}
