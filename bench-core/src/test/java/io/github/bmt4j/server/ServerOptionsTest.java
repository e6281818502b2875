package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {
  @Test
  void theMysqlImageMakesNewDataForTheSameOptions() throws IOException {
    String patterns =
        ServerOptions.DATA_FORMAT.stream()
            .map(start -> "*" + start.replace('-', '_') + "*")
            .collect(Collectors.joining(" | ", "        ", ")\n"));

    assertThat(Files.readString(Path.of("..", ".ci", "mysql-image", "entrypoint")))
        .containsOnlyOnce(patterns);
  }
}
