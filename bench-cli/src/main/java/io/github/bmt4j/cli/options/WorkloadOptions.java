package io.github.bmt4j.cli.options;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.ParamSpec;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that workloads declare: every workload of the catalogue brings its own, and no list
 * of them stands here.
 */
@Section("Tables and statements of the workload (see bmt list <workload>)")
public final class WorkloadOptions {
  public static final String MIXIN = "workload";

  private final Map<String, String> given = new LinkedHashMap<>();

  /** Names of the options that are on or off, with their dashes. */
  static Set<String> flags() {
    return specs().values().stream()
        .map(specs -> specs.get(0))
        .filter(spec -> spec.kind() == ParamSpec.Kind.FLAG)
        .map(spec -> "--" + spec.name())
        .collect(Collectors.toSet());
  }

  static Set<String> names() {
    return specs().keySet().stream().map(name -> "--" + name).collect(Collectors.toSet());
  }

  /** Adds an option for every parameter of every workload. */
  public void addTo(CommandSpec command) {
    CommandSpec mixin = CommandSpec.wrapWithoutInspection(this);
    specs()
        .forEach(
            (name, specs) ->
                mixin.addOption(
                    OptionSpec.builder("--" + name)
                        .paramLabel(label(specs))
                        .arity(specs.get(0).kind() == ParamSpec.Kind.FLAG ? "0..1" : "1")
                        .type(String.class)
                        .description(description(specs).replace("%", "%%"))
                        .setter(into(name))
                        .build()));
    command.addMixin(MIXIN, mixin);
  }

  /** The parameters of a workload, as given. */
  public Params params(Workload workload) {
    return Params.resolve(workload.info(), given);
  }

  /**
   * The parameters of a workload that has another beside it, as given: words that only the other
   * takes are left to it.
   */
  public Params params(Workload workload, @Nullable Workload other) {
    if (other == null) {
      return params(workload);
    }
    Map<String, String> own = new LinkedHashMap<>(given);
    own.keySet().removeIf(name -> !takes(workload, name) && takes(other, name));
    return Params.resolve(workload.info(), own);
  }

  /**
   * The parameters of the other one: from the words that the first does not take.
   *
   * @param tableSize rows of its tables; absent for its default
   */
  public Params rest(Workload workload, Workload first, @Nullable Long tableSize) {
    Map<String, String> own = new LinkedHashMap<>(given);
    own.keySet().removeIf(name -> takes(first, name) || !takes(workload, name));
    if (tableSize != null) {
      own.put("table-size", Long.toString(tableSize));
    }
    return Params.resolve(workload.info(), own);
  }

  private static boolean takes(Workload workload, String name) {
    return workload.info().params().stream().anyMatch(spec -> spec.name().equals(name));
  }

  /** Label of the values that an option takes; workloads may differ. */
  static String label(List<ParamSpec> specs) {
    Set<String> labels = specs.stream().map(WorkloadOptions::label).collect(Collectors.toSet());
    return labels.size() == 1 ? labels.iterator().next() : "<word>";
  }

  /** Description of an option, in the words of most workloads, with each default. */
  static String description(List<ParamSpec> specs) {
    Set<String> defaults =
        specs.stream().map(ParamSpec::defaultValue).collect(Collectors.toCollection(TreeSet::new));
    List<String> descriptions = specs.stream().map(ParamSpec::description).toList();
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

  private static String label(ParamSpec spec) {
    return switch (spec.kind()) {
      case INTEGER, DECIMAL -> "<n>";
      case FLAG -> "on|off";
      case TEXT -> "<text>";
      case CHOICE -> String.join("|", spec.choices());
    };
  }

  private ISetter into(String name) {
    return new ISetter() {
      @Override
      public <T> T set(T value) {
        if (value == null) {
          given.remove(name);
        } else {
          given.put(name, value.toString());
        }
        return value;
      }
    };
  }

  private static Map<String, List<ParamSpec>> specs() {
    return Catalogue.all().stream()
        .flatMap(workload -> workload.info().params().stream())
        .collect(Collectors.groupingBy(ParamSpec::name, LinkedHashMap::new, Collectors.toList()));
  }
}
