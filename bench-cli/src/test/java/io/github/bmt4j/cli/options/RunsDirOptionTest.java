package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsDirOptionTest {
  @TempDir Path work;

  @Test
  void commandsThatCheckOneFolderAtTheSameTimeDoNotRefuseIt() {
    RunsDirOption option = new RunsDirOption();
    option.folder = work.resolve("runs").resolve("today");

    assertThatCode(() -> IntStream.range(0, 2_000).parallel().forEach(i -> option.checkWritable()))
        .doesNotThrowAnyException();
  }
}
