package io.github.bmt4j.cli.options;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Names of options, as bmt writes them. */
public final class OptionNames {
  private OptionNames() {}

  /** Names of the options that a class declares, those of its mixins included. */
  public static List<String> declaredBy(Object options) {
    return CommandSpec.forAnnotatedObject(options).options().stream()
        .map(OptionSpec::longestName)
        .toList();
  }

  /** The name of an option as bmt writes it, without the value. */
  public static String of(String word) {
    int equals = word.indexOf('=');
    return (equals < 0 ? word : word.substring(0, equals)).replace('_', '-');
  }

  /** Names of the options that may be given several times. */
  public static Set<String> repeated(CommandLine bmt) {
    return bmt.getSubcommands().values().stream()
        .flatMap(command -> command.getCommandSpec().options().stream())
        .filter(option -> option.isMultiValue() && option.splitRegex().isEmpty())
        .map(OptionSpec::longestName)
        .collect(Collectors.toSet());
  }

  /** Names of the options that are on or off. */
  public static Set<String> flags(CommandLine command) {
    Set<String> flags = new HashSet<>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      boolean onOff = option.type() == boolean.class || option.type() == Boolean.class;
      if (onOff && option.arity().max() > 0) {
        flags.add(option.longestName());
      }
    }
    command.getSubcommands().values().forEach(subcommand -> flags.addAll(flags(subcommand)));
    return flags;
  }
}
