package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Output;
import io.github.bmt4j.experiment.Price;
import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.failure.BadInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for the output and the folder of a result. */
@Section("Result")
public final class StoreOptions {
  /** Values of {@code --output} if it is the form of a result. */
  public static final String FORMS =
      "text (default); markdown: for an issue or a wiki; json: standard output has the stored"
          + " result and nothing else; for CI: junit, bencher, customBiggerIsBetter,"
          + " customSmallerIsBetter";

  private static final Pattern LABEL = Pattern.compile("[\\w.-]{1,40}=[^\\p{Cntrl}]{1,200}");

  @Marked(Mark.OF_SERIES)
  @Option(
      names = "--output",
      order = Section.USUAL,
      paramLabel = "<form>",
      defaultValue = "text",
      description = FORMS)
  public String output;

  @Mixin public RunsDirOption runsDir;

  @Marked(Mark.SETTING)
  @Option(
      names = "--label",
      paramLabel = "<key>=<value>",
      description =
          "stored with the result, shown by ${ROOT-COMMAND-NAME} runs, and groups results in"
              + " ${ROOT-COMMAND-NAME} compare; may be repeated")
  List<String> labels = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  /** The folder of all runs. */
  public Path runs() {
    return runsDir.folder;
  }

  /**
   * Writer of results of a kind in the requested form.
   *
   * @throws BadInputException when no form has that name, or it does not show this kind
   */
  public ReportWriter writer(String kind, Output shown) {
    return ReportForm.of(output, kind).open(shown);
  }

  /** Returns true if the report has sysbench's form. */
  public boolean sysbench() {
    return output.equals("sysbench");
  }

  /**
   * Labels and command line of the result.
   *
   * @param resolved words in place of others whose meaning changes with time
   */
  Given given(List<String> resolved) {
    return new Given(labels(), ShownWords.stored(spec, resolved));
  }

  /** The labels of the result. */
  public Map<String, String> labels() {
    return labels(labels);
  }

  /** Labels from their words, {@code key=value}; if a key is given twice, the last value counts. */
  public static Map<String, String> labels(List<String> words) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String word : words) {
      Checks.check(
          LABEL.matcher(word).matches(),
          "--label",
          "="
              + word.replaceAll("\\p{Cntrl}", "?")
              + ": give <key>=<value>, a key of letters, digits, '.', '_' or '-'");
      int equals = word.indexOf('=');
      String key = word.substring(0, equals);
      String value = word.substring(equals + 1);
      Checks.check(
          !key.equals(Price.LABEL) || Price.of(value).isPresent(),
          "--label",
          "=" + word + ": " + Price.REMEDY);
      labels.put(key, value);
    }
    return labels;
  }

  /**
   * Makes sure that the result can be stored, and leaves no new folder.
   *
   * @throws BadInputException when it cannot be stored, or a label is invalid
   */
  public void checkWritable() {
    labels();
    runsDir.checkWritable();
  }
}
