package io.github.bmt4j.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Table of the tests that a build left out, with reasons, from the notes of {@link LeftOut}. */
public final class LeftOutTable {
  /** Folder of notes, below a module's. */
  static final Path NOTES = Path.of("target", "left-out");

  private static final int DEPTH = 5;

  private LeftOutTable() {}

  /**
   * Prints the table.
   *
   * @param words the folder of the whole project, and the moment at which its build began
   */
  public static void main(String[] words) throws IOException {
    System.out.print(text(counts(Path.of(words[0]), Instant.parse(words[1]))));
  }

  /** The number of tests by reason. */
  static Map<String, Long> counts(Path root, Instant began) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (Stream<Path> files = Files.find(root, DEPTH, (file, is) -> isNote(file))) {
      for (Path file : files.toList()) {
        if (!Files.getLastModifiedTime(file).toInstant().isBefore(began)) {
          for (String line : Files.readAllLines(file)) {
            String[] note = line.split(" ", 2);
            counts.merge(note[1], Long.parseLong(note[0]), Long::sum);
          }
        }
      }
    }
    return counts;
  }

  private static boolean isNote(Path file) {
    Path folder = file.getParent();
    return folder != null && folder.endsWith(NOTES);
  }

  /** The table; empty when no test was left out. */
  static String text(Map<String, Long> counts) {
    StringBuilder text = new StringBuilder();
    if (!counts.isEmpty()) {
      long all = counts.values().stream().mapToLong(Long::longValue).sum();
      text.append("\n%,d tests were left out:\n".formatted(all));
      counts.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
          .forEach(row -> text.append("%7d  %s%n".formatted(row.getValue(), row.getKey())));
      text.append("\n");
    }
    return text.toString();
  }
}
