package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Catalogue;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipFile;

/** The jars that the user has added to the class path. */
final class OwnJars {
  private static final String VARIABLE = "BMT_CLASSPATH";

  private OwnJars() {}

  /**
   * Names the unusable ones: Java silently leaves out files that it cannot read.
   *
   * @param warnings receives a line for each jar and workload that is left out
   * @throws BadInputException when a path does not exist
   */
  static void check(Map<String, String> environment, Consumer<String> warnings) {
    String jars = environment.getOrDefault(VARIABLE, "");
    for (String entry : jars.isEmpty() ? new String[0] : jars.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry.replaceFirst("\\*$", ""));
      BadInputException.check(Files.exists(path), VARIABLE + ": there is no " + entry);
      if (Files.isRegularFile(path)) {
        try (ZipFile jar = new ZipFile(path.toFile())) {
          jar.size();
        } catch (IOException e) {
          warnings.accept(entry + ": it is no jar, or only a part of one: " + e.getMessage());
        }
      }
    }
    Catalogue.all(warnings);
  }
}
