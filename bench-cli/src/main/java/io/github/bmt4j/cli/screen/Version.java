package io.github.bmt4j.cli.screen;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  public static String text() {
    try (InputStream stream =
        Version.class.getResourceAsStream("/io/github/bmt4j/cli/version.txt")) {
      byte[] bytes = Objects.requireNonNull(stream, "version.txt").readAllBytes();
      return "bmt4j " + new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
