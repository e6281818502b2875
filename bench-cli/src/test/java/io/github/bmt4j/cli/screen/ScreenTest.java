package io.github.bmt4j.cli.screen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a terminal shows of the foot of a screen, and of the lines above it. */
class ScreenTest {
  private static final Map<String, String> BOTH =
      Map.of("BMT_TERMINAL", "1", "BMT_TERMINAL_OUT", "1", "COLUMNS", "80", "NO_COLOR", "1");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void linesStayAboveTheFootAndTheFootIsDrawnInPlace() {
    Screen screen = screen(BOTH);

    screen.say("before");
    screen.foot(List.of("chart 1", "axis 1"));
    screen.say("said");
    screen.foot(List.of("chart 2", "axis 2", "more"));
    screen.line("line");

    assertThat(shown()).containsExactly("before", "said", "line", "chart 2", "axis 2", "more");
    screen.foot(List.of());
    assertThat(shown()).containsExactly("before", "said", "line", "");
  }

  @Test
  void barStaysBelowTheFoot() throws Exception {
    Screen screen = screen(BOTH);

    try (var step = screen.beginQuietly("load", 10, "s")) {
      screen.foot(List.of("chart 1", "axis"));
      step.advance(5);
      screen.foot(List.of("chart 2", "axis"));
      screen.say("said");
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (shown().size() < 4 && System.nanoTime() < deadline) {
        Thread.sleep(20); // The bar is drawn by a thread of its own.
      }
      assertThat(shown()).startsWith("said", "chart 2", "axis").hasSize(4);
      assertThat(shown().get(3)).startsWith("load ");
    }
    assertThat(shown()).containsExactly("said", "chart 2", "axis");
  }

  @Test
  void controlCharactersAreShownAndDoNotReachTheTerminal() {
    Screen screen = screen(Map.of());

    String word = "\u001b]0;x\u0007\u009b31m\u007f\rü\u202e\t";
    screen.line("a=" + word);
    screen.say("b=" + word);
    screen.fail("c=" + word);
    screen.result("d=" + word + "\r\n");
    screen.foot(List.of("e=" + word));

    assertThat(bytes.toString(UTF_8))
        .contains("a=\\u001b]0;x\\u0007\\u009b31m\\u007f\\u000dü\\u202e\t\n")
        .contains("\nbmt: c=")
        .contains("\\u202e\t\r\n")
        .doesNotContain("\u001b", "\u0007", "\u009b", "\u007f", "\rü", "\u202e");
  }

  @Test
  void helpHasItsColoursAndNoOtherControlCharacters() {
    String help = "\u001b[33m--threads\u001b[0m \u001b]0;x\u0007 \u001b[2J\n";
    screen(Map.of("BMT_TERMINAL_OUT", "1")).help(help);
    screen(Map.of()).help(help);

    assertThat(bytes.toString(UTF_8).lines())
        .containsExactly(
            "\u001b[33m--threads\u001b[0m \\u001b]0;x\\u0007 \\u001b[2J",
            "--threads \\u001b]0;x\\u0007 \\u001b[2J");
  }

  @Test
  void resultAndErrorsLeaveNothingOfTheFoot() {
    Screen screen = screen(BOTH);

    screen.foot(List.of("chart", "axis"));
    screen.fail("broken");
    screen.result("");

    assertThat(shown()).containsExactly("bmt: broken", "");
  }

  @Test
  void theLinesOfACellPassAtTheFootOfATerminal() throws Exception {
    Screen screen = screen(BOTH);
    screen.cell("2 of 4");

    screen.line("  +1.0 s   200 writes\nmore");
    assertThat(shown()).containsExactly("2 of 4   +1.0 s   200 writes");
    screen.line("word ".repeat(30));
    assertThat(shown()).containsExactly("2 of 4   " + "word ".repeat(14).strip());
    try (var step = screen.beginQuietly("load", 10, "s")) {
      step.advance(5);
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (!shown().get(0).startsWith("load ") && System.nanoTime() < deadline) {
        Thread.sleep(20); // The bar is drawn by a thread of its own.
      }
      screen.line("+2.0 s");
      assertThat(shown().get(0)).startsWith("load ");
    }
    screen.line("+3.0 s");
    screen.ofCell("done");
    assertThat(shown()).containsExactly("done", "");

    Screen piped = screen(Map.of());
    piped.cell("2 of 4");
    bytes.reset();
    piped.line("line");
    assertThat(bytes.size()).isZero();
  }

  @Test
  void messagesAreBrokenAtSpacesOnATerminalAndPathsNowhere() {
    String words = "word ".repeat(19) + "end";
    String path = "stored   /" + "folder/".repeat(12);
    Screen screen = screen(BOTH);
    screen.say(path);
    screen.fail(words);
    screen.say("         because " + words);

    assertThat(bytes.toString(UTF_8).lines())
        .containsExactly(
            path,
            "bmt: " + "word ".repeat(14) + "word",
            "  " + "word ".repeat(4) + "end",
            "         because " + "word ".repeat(12).strip(),
            "         " + "word ".repeat(7) + "end");
    bytes.reset();
    screen(Map.of("COLUMNS", "80")).fail(words);
    assertThat(bytes.toString(UTF_8)).isEqualTo("bmt: " + words + "\n");
  }

  @Test
  void thereIsNoFootWhereStandardErrorIsNoTerminal() {
    Screen screen = screen(Map.of("BMT_TERMINAL_OUT", "1"));

    screen.foot(List.of("chart"));
    screen.line("line");

    assertThat(bytes.toString(UTF_8)).isEqualTo("line\n");
  }

  @Test
  void judgementsHaveColoursOnATerminal() {
    Screen screen = screen(Map.of("BMT_TERMINAL_OUT", "1"));

    screen.result("VALID\nFAILED   lost writes\np95   -45.8 %  better\np99  +45.8 %  worse\n");
    screen.line("    2    INVALID");
    screen.result(
        "{\n  \"verdict\" : \"VALID\",\n}\n| p99 | better |\nB is better\nit is VALID, too\n");

    assertThat(bytes.toString(UTF_8).replace('\u001b', '^'))
        .isEqualTo(
            """
            ^[32mVALID^[0m
            ^[1;31mFAILED^[0m   lost writes
            p95   -45.8 %  ^[32mbetter^[0m
            p99  +45.8 %  ^[1;31mworse^[0m
                2    ^[1;31mINVALID^[0m
            {
              "verdict" : "VALID",
            }
            | p99 | better |
            B is better
            it is VALID, too
            """);
  }

  @ParameterizedTest
  @CsvSource({"NO_COLOR,1", "TERM,dumb", "BMT_TERMINAL_OUT,0"})
  void coloursAreLeftOutOnRequest(String variable, String value) {
    Map<String, String> environment = new HashMap<>(Map.of("BMT_TERMINAL_OUT", "1"));
    environment.put(variable, value);

    screen(environment).result("VALID\n");

    assertThat(bytes.toString(UTF_8)).isEqualTo("VALID\n");
  }

  @ParameterizedTest
  @CsvSource({
    "1, '', AUTO, true",
    "'', '', AUTO, false",
    "0, '', AUTO, false",
    "1, 1, AUTO, false",
    "1, 1, ALWAYS, true",
    "1, '', NEVER, false",
  })
  void theOptionComesBeforeNoColorAndThatBeforeCliColorForce(
      String force, String none, Screen.Colour wanted, boolean coloured) {
    Screen screen = screen(Map.of("CLICOLOR_FORCE", force, "NO_COLOR", none, "TERM", "dumb"));
    screen.colour(wanted);

    screen.result("VALID\n");

    assertThat(bytes.toString(UTF_8))
        .isEqualTo(coloured ? "\u001b[32mVALID\u001b[0m\n" : "VALID\n");
  }

  @Test
  void aCellOfASeriesShowsOneLineAndWhatIsWrong() {
    Screen screen = screen(Map.of());
    screen.cell("3 of 10");

    screen.say("Starting MariaDB …");
    screen.line("    1.0 s   514.0");
    screen.result("VALID\n");
    screen.say("note     the client was late");
    screen.say("stored   runs/x");
    screen.say("WARNING  the password is sent in clear text");
    screen.say("bmt: no server");
    screen.ofCell("3 of 10  VALID  514 transactions/s");

    assertThat(bytes.toString(UTF_8))
        .isEqualTo(
            """
            WARNING  the password is sent in clear text
            bmt: no server
            3 of 10  VALID  514 transactions/s
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 100000 | 1000000 | 5 | Loading: 100,000 of 1,000,000 rows (10 %), 20,000 rows/s, 45 s"
            + " left",
        "600 | 700 | 1000 | 10 | Loading: 700 of 1,000 rows (70 %), 10 rows/s, 30 s left",
        "5 | 5 | 10 | 9 | ''",
        "0 | 10 | 10 | 9 | ''",
        "0 | 3 | 10 | 0.1 | ''",
      })
  void speedIsThatOfTheRowsThatWereLoaded(
      long skipped, long done, long total, double seconds, String line) {
    assertThat(Screen.far("Loading", skipped, done, total, seconds)).isEqualTo(line);
  }

  private Screen screen(Map<String, String> environment) {
    PrintStream stream = new PrintStream(bytes, true, UTF_8);
    return new Screen(stream, stream, Screen.Terminal.of(environment));
  }

  /** The lines of a terminal to which everything was written. */
  private List<String> shown() {
    List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    int row = 0;
    int column = 0;
    Matcher matcher =
        Pattern.compile("\u001b\\[(\\??\\d*)([A-Za-z])|[\\s\\S]").matcher(bytes.toString(UTF_8));
    while (matcher.find()) {
      StringBuilder line = lines.get(row);
      String command = matcher.group(2) == null ? matcher.group() : "ESC " + matcher.group(2);
      switch (command) {
        case "\r" -> column = 0;
        case "\n" -> {
          row++;
          column = 0;
          if (row == lines.size()) {
            lines.add(new StringBuilder());
          }
        }
        case "ESC A" -> row -= Integer.parseInt(matcher.group(1));
        case "ESC K" -> line.setLength(column);
        case "ESC J" -> {
          line.setLength(column);
          lines.subList(row + 1, lines.size()).clear();
        }
        case "ESC l", "ESC h" -> assertThat(matcher.group(1)).isEqualTo("?7");
        default -> {
          line.replace(column, Math.min(column + 1, line.length()), command);
          column++;
        }
      }
    }
    return lines.stream().map(StringBuilder::toString).toList();
  }

  @Test
  void workOfUnknownLengthShowsItsTime() throws Exception {
    Screen screen = screen(BOTH);

    try (var step = screen.beginQuietly("Watching", -1, "s")) {
      step.advance(1);
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (shown().get(0).isEmpty() && System.nanoTime() < deadline) {
        Thread.sleep(20); // The bar is drawn by a thread of its own.
      }
      assertThat(shown()).first().asString().matches("Watching, \\d s");
    }
  }
}
