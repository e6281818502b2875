package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.bmt4j.cli.options.JoinedWords;
import io.github.bmt4j.cli.options.OptionNames;
import io.github.bmt4j.cli.options.Spelling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The commands that README and pages show: bmt takes each of them. */
class PagesTest {
  private static final Path TOP = Path.of("..");
  private static final Path SPRING = TOP.resolve("examples/spring/application.yml");
  private static final String AGAINST = "--against=";
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\n(.*?)^```");
  private static final Pattern INLINE = Pattern.compile("`((?:\\./bmt|bmt|…) [^`\n]+)`");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(?:.*<\\(| *\\$ | *[A-Z_]+=\\S+ | *)(?:\\./)?bmt ([^)\n].*)$");
  private static final Pattern WORD =
      Pattern.compile("'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s'\"]+)|(\\s+)");

  /** Values that a page leaves to the reader, by the word before them. */
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "--url", "jdbc:mariadb://db/app",
          "--replica", "jdbc:mariadb://replica/app",
          "--driver", "mariadb:3.5.11",
          "run", "oltp_read_write");

  private static final CommandLine BMT = InProcess.commands();

  /** A command, and the page that shows it. */
  record Shown(String page, String command) {}

  @Test
  void allPagesAreRead() {
    assertThat(commands().map(Shown::page).distinct()).hasSizeGreaterThan(20);
    assertThat(commands().map(Shown::command))
        .hasSizeGreaterThan(120)
        .contains("completion bash)    # or in one shell only", "run count_hits --time 3");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandIsTaken(Shown shown) {
    List<String> words = words(shown.command().replace("application.yml", SPRING.toString()));
    try {
      CommandSpec command = read(words);
      List<String> joined = JoinedWords.of(words, command);
      for (String word : joined) {
        String side = word.startsWith(AGAINST) ? word.substring(AGAINST.length()) : "<none>";
        if (!side.startsWith("<")) {
          List<String> others = JoinedWords.without(joined, List.of("--against"));
          read(JoinedWords.replaced(others, JoinedWords.of(words(side), command), command));
        }
      }
    } catch (MissingParameterException e) {
      if (words.stream().anyMatch(word -> word.startsWith("-"))) {
        fail(e.getMessage(), e);
      }
    } catch (ParameterException e) {
      fail(e.getMessage(), e);
    }
  }

  private static CommandSpec read(List<String> words) {
    BMT.parseArgs(Spelling.normalised(words.toArray(String[]::new), OptionNames.flags(BMT)));
    CommandLine.ParseResult last = BMT.getParseResult();
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.commandSpec();
  }

  static Stream<Shown> commands() {
    try (Stream<Path> docs = Files.walk(TOP.resolve("docs"))) {
      List<Path> pages = new ArrayList<>(List.of(TOP.resolve("README.md")));
      docs.filter(file -> file.toString().endsWith(".md") && !file.endsWith("decisions.md"))
          .sorted()
          .forEach(pages::add);
      return pages.stream().flatMap(PagesTest::commandsOf).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Shown> commandsOf(Path page) {
    String text;
    try {
      text = Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Stream<String> typed =
        BLOCK
            .matcher(text)
            .results()
            .map(block -> block.group(1).replaceAll("\\\\\n *", " "))
            .flatMap(block -> COMMAND.matcher(block).results().map(line -> line.group(1)));
    Stream<String> named =
        INLINE
            .matcher(BLOCK.matcher(text).replaceAll(""))
            .results()
            .map(code -> code.group(1))
            .filter(code -> !code.startsWith("…") || code.contains(" --"))
            .map(code -> code.replaceFirst("^… ", "./bmt run … ").replaceFirst("^\\S+ ", ""));
    return Stream.concat(typed, named)
        .map(command -> new Shown(TOP.relativize(page).toString(), command));
  }

  /** Words as a shell reads them, without comment, redirection and what the page leaves out. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    for (MatchResult part : WORD.matcher(command + " ").results().toList()) {
      if (part.group(4) == null) {
        if (!inWord && part.group().matches("#.*|[>|;)].*")) {
          break;
        }
        inWord = true;
        Arrays.stream(new int[] {1, 2, 3})
            .mapToObj(part::group)
            .filter(text -> text != null)
            .forEach(word::append);
      } else if (inWord) {
        String before = words.isEmpty() ? "" : words.get(words.size() - 1);
        words.add(word.toString().equals("…") ? LEFT_OUT.get(before) : word.toString());
        word.setLength(0);
        inWord = false;
      }
    }
    return words;
  }
}
