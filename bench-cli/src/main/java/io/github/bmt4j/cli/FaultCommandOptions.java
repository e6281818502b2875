package io.github.bmt4j.cli;

import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.FaultOption;
import io.github.bmt4j.failover.fault.FaultOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --fault}, and the options that the faults declare. */
@Section("Fault (in a cluster that bmt starts)")
final class FaultCommandOptions {
  private static final String KILL = "kill";

  private final Map<FaultOption<?>, OptionSpec> specs = new LinkedHashMap<>();

  @Option(
      names = "--fault",
      order = UsageHelp.USUAL,
      paramLabel = "<name>",
      description = "the fault (default " + KILL + "); --list-faults lists them")
  @Nullable String fault;

  @Option(names = "--list-faults", description = "list the faults and their options, and exit")
  boolean listFaults;

  /** Adds an option to the command for every option that a fault declares. */
  @Spec
  void addTo(CommandSpec command) {
    for (FaultOption<?> option : Fault.options()) {
      OptionSpec spec =
          OptionSpec.builder(option.word())
              .type(option.usual().getClass())
              .arity(option.isToggle() ? "0..1" : "1")
              .fallbackValue(option.isToggle() ? "on" : "")
              .paramLabel(
                  option.isToggle() ? "on|off" : option.usual() instanceof Enum ? "<word>" : "<s>")
              .description(description(option))
              .build();
      command.addOption(spec);
      specs.put(option, spec);
    }
  }

  private static String description(FaultOption<?> option) {
    List<Fault> takers =
        Fault.all().stream().filter(fault -> fault.takes().contains(option)).toList();
    return (takers.size() == 1 ? "--fault " + takers.get(0).name() + ": " : "")
        + option.description()
        + (option.usual() instanceof Duration time
            ? " (default " + Converters.text(time) + ")"
            : "");
  }

  /** The fault that was asked for. */
  Fault fault() {
    return Fault.byName(fault == null ? KILL : fault);
  }

  /** The options of a fault, checked: those that it does not take are refused. */
  FaultOptions options(Fault wanted) {
    Map<FaultOption<?>, Object> values = given();
    for (FaultOption<?> option : values.keySet()) {
      Checks.check(
          wanted.takes().contains(option),
          option.word() + " cannot be combined with --fault " + wanted.name());
    }
    return new FaultOptions(values);
  }

  /** Whether an option of faults was given. */
  boolean anything() {
    return fault != null || !given().isEmpty();
  }

  private Map<FaultOption<?>, Object> given() {
    Map<FaultOption<?>, Object> given = new LinkedHashMap<>();
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
