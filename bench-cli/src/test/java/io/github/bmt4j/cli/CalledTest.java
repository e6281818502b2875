package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages name commands as bmt was called: {@code ./bmt} in a checkout. */
class CalledTest {
  private static final List<String> SOURCES =
      List.of("../bench-core/src/main/java", "../bench-cli/src/main/java");

  /** A command inside a container, descriptions of options, and a sentence on bmt itself. */
  private static final List<String> OTHERS =
      List.of("docker exec", "as by bmt compare", "bmt runs no Lua");

  @Test
  void noMessageNamesACommandByAFixedName() throws IOException {
    String commands = String.join("|", InProcess.commands().getSubcommands().keySet());
    Pattern literal = Pattern.compile("\"[^\"\n]*\\bbmt (?:" + commands + ")\\b[^\"\n]*\"");
    for (String source : SOURCES) {
      try (Stream<Path> files = Files.walk(Path.of(source))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String code = Files.readString(file).replaceAll("(?m)^ *(\\*|//|/\\*\\*).*", "");
          assertThat(literal.matcher(code).results().map(found -> found.group()))
              .as(file.toString())
              .allMatch(text -> OTHERS.stream().anyMatch(text::contains));
        }
      }
    }
  }
}
