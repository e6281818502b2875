package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.BadInputException;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** A form in which results are shown: a word of {@code --output}. Registered as a service. */
public interface ReportForm {
  /** The word. */
  String name();

  /** Returns true if it shows results of this kind. */
  default boolean shows(String kind) {
    return true;
  }

  /** A writer in this form. */
  ReportWriter open(Output output);

  static List<ReportForm> all() {
    return ServiceLoader.load(ReportForm.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(
            Comparator.comparing((ReportForm form) -> !form.name().equals("text"))
                .thenComparing(ReportForm::name))
        .toList();
  }

  /**
   * The form of a name that shows results of a kind.
   *
   * @throws BadInputException when there is none
   */
  static ReportForm of(String name, String kind) {
    List<ReportForm> fitting = all().stream().filter(form -> form.shows(kind)).toList();
    return fitting.stream()
        .filter(form -> form.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--output="
                        + name
                        + ": choose "
                        + fitting.stream()
                            .map(ReportForm::name)
                            .collect(Collectors.joining(" or "))));
  }
}
