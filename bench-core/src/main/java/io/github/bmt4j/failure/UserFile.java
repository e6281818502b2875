package io.github.bmt4j.failure;

import static io.github.bmt4j.report.Lines.words;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Files that the user names, and those of bmt's presets, whose names begin with {@code preset:}.
 */
public final class UserFile {
  /** Beginning of the name of a file that is part of bmt. */
  public static final String PRESET = "preset:";

  private static final ThreadLocal<Map<String, byte[]>> SENT = new ThreadLocal<>();

  private UserFile() {}

  /**
   * Reads with contents that another process has sent in place of files: no file of this machine is
   * read in this thread meanwhile.
   *
   * @param contents by the path of the file
   */
  public static <T> T sent(Map<String, byte[]> contents, Supplier<T> reading) {
    SENT.set(contents);
    try {
      return reading.get();
    } finally {
      SENT.remove();
    }
  }

  /**
   * The path of a name.
   *
   * @throws BadInputException when this locale has no such name
   */
  public static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new BadInputException(
          words(
              "%s: cannot be read: file names in %s have no such character; set LC_ALL=C.UTF-8",
              name, System.getProperty("sun.jnu.encoding")));
    }
  }

  /**
   * The text of a file in UTF-8.
   *
   * @param remedy for bytes that are not UTF-8, besides a conversion; may be empty
   * @throws BadInputException when it is not a regular file (whose reading might never end), cannot
   *     be read, or is not UTF-8, with the line
   */
  public static String text(Path file, String remedy) {
    return text(file.toString(), remedy);
  }

  /** The same, by the file's name, which may be that of a file of bmt's. */
  public static String text(String file, String remedy) {
    byte[] bytes = bytes(file);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      long line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new BadInputException(
          words(
              "%s: line %s is not UTF-8: convert the file, as with iconv -f latin1 -t utf-8%s",
              file, line, remedy.isEmpty() ? "" : "; " + remedy));
    }
    return out.flip().toString();
  }

  /**
   * The content of a file.
   *
   * @throws BadInputException when it is not a regular file, cannot be read, or was not sent
   */
  public static byte[] bytes(String name) {
    Map<String, byte[]> sent = SENT.get();
    if (sent != null) {
      return Optional.ofNullable(sent.get(name))
          .orElseThrow(
              () ->
                  new BadInputException(
                      name
                          + ": was not sent to this agent, which reads no file of its own machine"));
    }
    if (name.startsWith(PRESET)) {
      String resource = "/presets/" + name.substring(PRESET.length());
      try (InputStream in = UserFile.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new BadInputException(name + ": cannot be read: there is no such file");
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    Path file = path(name);
    BadInputException.check(
        !Files.exists(file) || Files.isRegularFile(file),
        words(
            "%s: cannot be read: it is %s; name a file",
            file, Files.isDirectory(file) ? "a folder" : "not a regular file"));
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      String why =
          !Files.exists(file)
              ? "there is no such file"
              : e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
      throw new BadInputException(file + ": cannot be read: " + why);
    }
  }
}
