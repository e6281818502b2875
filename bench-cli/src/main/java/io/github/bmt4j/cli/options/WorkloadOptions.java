package io.github.bmt4j.cli.options;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** The options that workloads declare: every workload of the catalogue declares its own. */
public final class WorkloadOptions {
  public static final String MIXIN = "workload";

  private final Map<String, String> given = new LinkedHashMap<>();

  static Set<String> names() {
    return specs().keySet().stream().map(name -> "--" + name).collect(Collectors.toSet());
  }

  /** Adds an option for every parameter of every workload. */
  public void addTo(CommandSpec command) {
    CommandSpec mixin = CommandSpec.wrapWithoutInspection(this);
    specs()
        .forEach(
            (name, specs) ->
                mixin.addOption(DeclaredOptions.spec("", specs).setter(into(name)).build()));
    command.addMixin(MIXIN, mixin);
  }

  /** The options of one workload, for the help. */
  public static List<OptionSpec> of(Workload workload) {
    return workload.info().params().stream()
        .map(spec -> DeclaredOptions.spec("", List.of(spec)).build())
        .toList();
  }

  /** The parameters of a workload, as given. */
  public Params params(Workload workload) {
    return Params.resolve(workload.info(), given);
  }

  /**
   * The given parameters of a workload that runs beside another: words that only the other takes
   * are left to that.
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
   * The parameters of the other workload, from the words that the first does not take.
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

  private static Map<String, List<DeclaredOption<?>>> specs() {
    return Catalogue.all().stream()
        .flatMap(workload -> workload.info().params().stream())
        .collect(
            Collectors.groupingBy(DeclaredOption::name, LinkedHashMap::new, Collectors.toList()));
  }
}
