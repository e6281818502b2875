package io.github.bmt4j.experiment;

import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.os.Providers;
import io.github.bmt4j.report.MarkdownView;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A form in which results are shown: a word of {@code --output}. Further forms are services. */
public interface ReportForm {
  String name();

  default boolean shows(String kind) {
    return true;
  }

  ReportWriter open(Output output);

  static List<ReportForm> all() {
    return Stream.concat(
            Stream.of(
                new TextForm(),
                new WholeForm("json", (result, given) -> ResultJson.write(result, given) + "\n"),
                new WholeForm(
                    "markdown",
                    (result, given) ->
                        MarkdownView.of(ResultKind.of(result).description(result, null))),
                new WholeForm("junit", JUnitReport::of),
                new WholeForm("bencher", TrackedFigures::bencher),
                TrackedFigures.custom("customBiggerIsBetter", Better.HIGHER),
                TrackedFigures.custom("customSmallerIsBetter", Better.LOWER)),
            Providers.of(ReportForm.class))
        .toList();
  }

  /** The form with a name that can show results of a kind; bad input when there is none. */
  static ReportForm of(String name, String kind) {
    List<ReportForm> fitting = all().stream().filter(form -> form.shows(kind)).toList();
    return fitting.stream()
        .filter(form -> form.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--output",
                    "="
                        + name
                        + ": choose "
                        + fitting.stream()
                            .map(ReportForm::name)
                            .collect(Collectors.joining(" or "))));
  }
}
