package io.github.bmt4j.cli.options;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    return Stream.concat(
            command.getCommandSpec().options().stream()
                .filter(option -> List.of(boolean.class, Boolean.class).contains(option.type()))
                .filter(option -> option.arity().max() > 0)
                .map(OptionSpec::longestName),
            command.getSubcommands().values().stream().flatMap(sub -> flags(sub).stream()))
        .collect(Collectors.toSet());
  }
}
