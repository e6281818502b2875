package io.github.bmt4j.cli.options;

import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --fault}, and the options that the faults declare. */
@Section("Fault (in a cluster that bmt starts)")
public final class FaultCommandOptions {
  private static final String KILL = "kill";

  private final DeclaredOptions declared = new DeclaredOptions();

  @Option(
      names = "--fault",
      order = Section.USUAL,
      paramLabel = "<name>",
      description = "the fault (default " + KILL + "); --list-faults lists them")
  @Nullable String fault;

  @Option(names = "--list-faults", description = "list the faults and their options, and exit")
  public boolean listFaults;

  /** Adds every option that a fault declares to the command. */
  @Spec
  void addTo(CommandSpec command) {
    for (DeclaredOption<?> option : Fault.options()) {
      List<Fault> takers =
          Fault.all().stream().filter(fault -> fault.takes().contains(option)).toList();
      declared.add(
          command, option, takers.size() == 1 ? "--fault " + takers.get(0).name() + ": " : "");
    }
  }

  /** The requested fault. */
  public Fault fault() {
    return Fault.byName(fault == null ? KILL : fault);
  }

  /** The options of a fault, checked: options that it does not take are refused. */
  public OptionValues options(Fault wanted) {
    return wanted.with(declared.given());
  }

  /** Returns true if an option of faults was given. */
  public boolean anything() {
    return fault != null || !declared.given().isEmpty();
  }
}
