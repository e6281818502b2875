package io.github.bmt4j.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of {@code benchmarks/}, which Maven does not compile, use the engine as it is now.
 */
class ProgramsTest {
  @Test
  void eachProgramCompiles(@TempDir Path classes) throws IOException {
    List<Path> programs;
    try (Stream<Path> files = Files.list(Path.of("..", "benchmarks"))) {
      programs =
          files.filter(file -> file.toString().endsWith(".java")).collect(Collectors.toList());
    }
    assertThat(programs).isNotEmpty();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-proc:none", "-d", classes.toString());
      boolean compiled =
          compiler
              .getTask(
                  errors, files, null, options, null, files.getJavaFileObjectsFromPaths(programs))
              .call();
      assertThat(compiled).as(errors.toString()).isTrue();
    }
  }
}
