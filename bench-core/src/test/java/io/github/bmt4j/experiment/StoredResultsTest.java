package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.sweep.SampleSweep;
import io.github.bmt4j.report.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stored results of real runs stay readable, with every key and every value. The samples in {@code
 * stored-results} are exactly as bmt wrote them. Each folder is named after the kind of result and,
 * behind a dash, its variant. A new form gets new samples; existing samples are never edited.
 */
class StoredResultsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");

  @Test
  void everyKindHasASample() throws IOException {
    assertThat(samples().stream().map(StoredResultsTest::kind).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(RunStore.kinds());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isReadAndWrittenAgainWithoutADifference(String sample) throws IOException {
    assertThat(again(sample)).isEqualTo(stored(sample));
  }

  /** A sample and the JSON pointer of a key that the documentation promises. */
  @ParameterizedTest
  @CsvFileSource(resources = "/promised-keys.txt", delimiter = ' ')
  void aKeyThatIsDocumentedIsThere(String sample, String pointer) throws IOException {
    assertThat(JSON.readTree(stored(sample)).at(pointer).isMissingNode()).isFalse();
  }

  @Test
  void aKeyThatIsNotKnownAndAnotherKindAreRefused() {
    for (String json :
        List.of("{\"schema\": 1, \"surprise\": 2}", ResultJson.write(SampleSweep.half()))) {
      assertThatThrownBy(() -> ResultJson.read(json, RunResult.class))
          .isInstanceOf(JsonProcessingException.class);
    }
  }

  private static List<String> samples() throws IOException {
    try (Stream<Path> folders = Files.list(SAMPLES)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  private static String kind(String sample) {
    return RunStore.kinds().stream()
        .filter(kind -> (sample + "-").startsWith(kind + "-"))
        .max(Comparator.comparingInt(String::length))
        .orElse(sample);
  }

  private static String stored(String sample) throws IOException {
    return Files.readString(SAMPLES.resolve(sample).resolve("result.json"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isRecognisedAndShown(String sample) throws IOException {
    RunStore store = new RunStore(SAMPLES);
    RunStore.Stored stored = store.read(SAMPLES.resolve(sample).toString());

    assertThat(stored.result().kind()).isEqualTo(kind(sample));
    assertThat(stored.text(200))
        .contains(stored.result().verdict().status().name())
        .doesNotContain("null");
    assertThat(stored.text(200).lines().count()).isGreaterThan(5);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isShownInLinesAsWideAsTheTerminalAndNamesWhatItLeavesOut(String sample) throws IOException {
    String all = shown(sample, 1000);
    for (int columns : List.of(80, 100, 120, 160)) {
      String narrow = shown(sample, columns);

      assertThat(narrow.lines()).allMatch(line -> line.length() <= columns);
      assertThat(without(all, "[^ \\n]*[A-Za-z][^ \\n]*", narrow)).as("words").isEmpty();
      if (!narrow.contains("  left out  ")) {
        assertThat(without(all, "[0-9.,]+", narrow)).as("numbers").isEmpty();
      }
    }
  }

  @Test
  void aTableThatDoesNotFitNamesEachFigureThatItLeavesOut() throws IOException {
    assertThat(shown("alter", 1000)).doesNotContain("left out");
    assertThat(shown("alter", 80))
        .contains("  left out  tps after, p95 ms before, longest before ms, temp MB: the whole\n");
  }

  /** What {@code bmt show} writes on a terminal. */
  private static String shown(String sample, int columns) throws IOException {
    RunStore store = new RunStore(SAMPLES);
    return Lines.wrapped(store.read(SAMPLES.resolve(sample).toString()).text(columns), columns);
  }

  /** What is in a text and not in another one, lines and spaces aside. */
  private static List<String> without(String text, String what, String other) {
    String without = other.replaceAll("\\s", "");
    return Pattern.compile(what)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(found -> !without.contains(found))
        .toList();
  }

  /** A sample after it was read and written again. */
  private static String again(String sample) throws IOException {
    RunStore.Stored stored = ResultJson.stored(Path.of(""), stored(sample));
    return ResultJson.write(stored.result(), stored.given()) + "\n";
  }
}
