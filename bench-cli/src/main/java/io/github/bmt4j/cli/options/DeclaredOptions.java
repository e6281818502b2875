package io.github.bmt4j.cli.options;

import io.github.bmt4j.option.DeclaredOption;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options of a command that workloads, faults or topologies declare. */
public final class DeclaredOptions {
  private final Map<DeclaredOption<?>, OptionSpec> specs = new LinkedHashMap<>();

  /**
   * Adds a declared option to a command.
   *
   * @param owner text before its description in the help; may be empty
   */
  void add(CommandSpec command, DeclaredOption<?> option, String owner) {
    OptionSpec spec = spec(owner, List.of(option)).build();
    command.addOption(spec);
    specs.put(option, spec);
  }

  /**
   * The option of a command for all declared options of one name.
   *
   * @param owner text before its description in the help; may be empty
   */
  static OptionSpec.Builder spec(String owner, List<? extends DeclaredOption<?>> same) {
    DeclaredOption<?> first = same.get(0);
    return OptionSpec.builder(first.word())
        .type(
            first.isFlag()
                ? Boolean.class
                : first.usual() instanceof Duration ? Duration.class : String.class)
        .arity(first.isFlag() ? "0..1" : "1")
        .fallbackValue(first.isFlag() ? "on" : "")
        .paramLabel(label(same))
        .description((owner + description(same)).replace("%", "%%"));
  }

  /** Label of the values that an option takes; workloads may differ. */
  static String label(List<? extends DeclaredOption<?>> same) {
    Set<String> labels = same.stream().map(DeclaredOptions::label).collect(Collectors.toSet());
    return labels.size() == 1 ? labels.iterator().next() : "<word>";
  }

  private static String label(DeclaredOption<?> option) {
    return option.isFlag()
        ? "on|off"
        : !option.choices().isEmpty()
            ? String.join("|", option.choices())
            : option.usual() instanceof Number
                ? "<n>"
                : option.usual() instanceof Duration ? "<s>" : "<text>";
  }

  /**
   * Description of an option, in the most frequent wording among its declarations, with each
   * default.
   */
  static String description(List<? extends DeclaredOption<?>> same) {
    Set<String> defaults =
        same.stream().map(DeclaredOption::usualText).collect(Collectors.toCollection(TreeSet::new));
    List<String> descriptions = same.stream().map(DeclaredOption::description).toList();
    String usual =
        Collections.max(
            descriptions, Comparator.comparing(one -> Collections.frequency(descriptions, one)));
    if (defaults.equals(Set.of(""))) {
      return usual;
    }
    return usual
        + (defaults.size() == 1 ? " (default " : " (default, by workload: ")
        + String.join(" or ", defaults)
        + ")";
  }

  Map<DeclaredOption<?>, Object> given() {
    Map<DeclaredOption<?>, Object> given = new LinkedHashMap<>();
    specs.forEach(
        (option, spec) -> {
          Object value = spec.getValue();
          if (value != null) {
            given.put(option, value instanceof String text ? option.parse(text) : value);
          }
        });
    return given;
  }
}
