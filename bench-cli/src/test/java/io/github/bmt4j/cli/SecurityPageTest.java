package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/security.md names for each part that bmt starts. */
class SecurityPageTest {
  private static final Path TOP = Path.of("..");
  private static final List<String> SOURCES =
      List.of("bench-core/src/test", "bench-cli/src/test", "bench-jmh/src/test", "src/test");
  private static final Pattern TEST = Pattern.compile("`(\\w+(?:IT|Test))`");
  private static final Pattern LOOKS_AT_SOCKETS =
      Pattern.compile("Listening\\.\\w+\\(|NodeSql\\.isClosed\\(");

  @Test
  void eachRowNamesTestsThatExistAndEachTestOfSocketsHasARow() throws IOException {
    String page = Files.readString(TOP.resolve("docs/security.md"));
    String section = page.substring(page.indexOf("\n## What bmt starts\n"));
    List<String> rows = section.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
    assertThat(rows).hasSizeGreaterThan(5).allMatch(row -> TEST.matcher(row).find());
    List<String> named = TEST.matcher(section).results().map(found -> found.group(1)).toList();

    List<String> all = new ArrayList<>();
    List<String> ofSockets = new ArrayList<>();
    for (Path file : tests()) {
      String name = file.toString().replaceFirst(".*\\W(\\w+)\\.java", "$1");
      all.add(name);
      if (name.endsWith("IT") && LOOKS_AT_SOCKETS.matcher(Files.readString(file)).find()) {
        ofSockets.add(name);
      }
    }
    assertThat(all).containsAll(named);
    assertThat(named).containsAll(ofSockets);
    assertThat(ofSockets).hasSizeGreaterThan(5);
  }

  private static List<Path> tests() throws IOException {
    List<Path> tests = new ArrayList<>();
    for (String folder : SOURCES) {
      try (Stream<Path> files = Files.walk(TOP.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(tests::add);
      }
    }
    return tests;
  }
}
