package io.github.bmt4j.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Last error messages of a server that gave up, on one line. */
public final class ServerLog {
  private static final int QUOTED_LINES = 3;
  private static final int QUOTED_CHARS = 600;
  private static final Pattern LEAD = Pattern.compile("^\\S+[ T]\\s*\\S+ \\S+ (?=\\[)");
  private static final Pattern PORT_TAKEN =
      Pattern.compile("(?i)(?:address|port) already in use|bind on tcp/ip port|bind on ip/port");

  private ServerLog() {}

  /** The last errors of a log file, or its last lines when it has none. */
  public static String lastWords(Path log) {
    return lastWords(read(log));
  }

  public static String lastWords(String text) {
    List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    List<String> errors =
        lines.stream()
            .filter(line -> line.contains("[ERROR]") || line.contains("rror:"))
            .filter(line -> !line.endsWith("Aborting"))
            .toList();
    List<String> telling = errors.isEmpty() ? lines : errors;
    String quote =
        String.join(
            "; ",
            telling.subList(Math.max(0, telling.size() - QUOTED_LINES), telling.size()).stream()
                .map(line -> LEAD.matcher(line).replaceFirst(""))
                .toList());
    return quote.isEmpty()
        ? "it wrote nothing"
        : quote.substring(0, Math.min(quote.length(), QUOTED_CHARS));
  }

  /** Returns true if the server gave up because another process has its port. */
  public static boolean saysPortTaken(Path log) {
    return saysPortTaken(read(log));
  }

  public static boolean saysPortTaken(String text) {
    return PORT_TAKEN.matcher(text).find();
  }

  private static String read(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
