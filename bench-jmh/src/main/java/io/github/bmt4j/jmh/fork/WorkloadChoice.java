package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A workload of the catalogue with its options, as {@code -p workload} and {@code -p options} say.
 */
public record WorkloadChoice(Workload workload, Params params) {
  /** The value of {@code -p workload} that stands for the whole catalogue. */
  public static final String ALL = "all";

  /** The value of {@code -p options} that sets none. */
  public static final String DEFAULTS = "defaults";

  /** The names behind the values of {@code -p workload}. */
  public static List<String> names(List<String> values) {
    return values.contains(ALL)
        ? Catalogue.all().stream().map(workload -> workload.info().name()).toList()
        : values;
  }

  /**
   * Reads both.
   *
   * @param options {@code name=value} with spaces between, or {@link #DEFAULTS}
   * @throws BadInputException when one of them makes no sense
   */
  public static WorkloadChoice of(String name, String options) {
    Workload workload = Catalogue.byName(name);
    Map<String, String> given = new LinkedHashMap<>();
    if (!options.equals(DEFAULTS)) {
      for (String word : options.strip().split("\\s+", -1)) {
        int equals = word.indexOf('=');
        if (equals < 1) {
          throw new BadInputException(
              "-p options="
                  + options
                  + ": give name=value with spaces between, such as 'table-size=100000 tables=4'");
        }
        given.put(word.substring(0, equals).replaceFirst("^--", ""), word.substring(equals + 1));
      }
    }
    Params params = Params.resolve(workload.info(), given);
    workload.check(params);
    return new WorkloadChoice(workload, params);
  }
}
