package io.github.bmt4j.cli.options;

import io.github.bmt4j.server.DeclaredOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options of a command that faults or topologies declare. */
public final class DeclaredOptions {
  private final Map<DeclaredOption<?>, OptionSpec> specs = new LinkedHashMap<>();

  /**
   * Adds one to a command.
   *
   * @param owner before its description in the help; may be empty
   */
  void add(CommandSpec command, DeclaredOption<?> option, String owner) {
    OptionSpec spec =
        OptionSpec.builder(option.word())
            .type(option.usual().getClass())
            .arity(option.isToggle() ? "0..1" : "1")
            .fallbackValue(option.isToggle() ? "on" : "")
            .paramLabel(label(option))
            .description(owner + description(option))
            .build();
    command.addOption(spec);
    specs.put(option, spec);
  }

  private static String label(DeclaredOption<?> option) {
    return option.isToggle()
        ? "on|off"
        : option.usual() instanceof Enum
            ? "<word>"
            : option.usual() instanceof Number ? "<n>" : "<s>";
  }

  private static String description(DeclaredOption<?> option) {
    Object usual = option.usual();
    return option.description()
        + (usual instanceof Duration time
            ? " (default " + Converters.text(time) + ")"
            : usual instanceof Number ? " (default " + usual + ")" : "");
  }

  Map<DeclaredOption<?>, Object> given() {
    Map<DeclaredOption<?>, Object> given = new LinkedHashMap<>();
    specs.forEach(
        (option, spec) -> {
          Object value = spec.getValue();
          if (value != null) {
            given.put(option, value);
          }
        });
    return given;
  }
}
