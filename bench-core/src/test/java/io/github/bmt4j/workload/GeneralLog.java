package io.github.bmt4j.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements on {@code sbtest} tables, and BEGIN and COMMIT, in MariaDB's general log: those
 * that were sent as text, and the executions of prepared ones, with their values filled in.
 */
record GeneralLog(List<String> statements) {
  private static final Pattern ENTRY =
      Pattern.compile("(?:\\d{6} +\\d+:\\d\\d:\\d\\d|\\t)\\t *\\d+ ([A-Z][A-Za-z ]*)(?:\\t(.*))?");
  private static final Pattern NUMBER = Pattern.compile("-?\\b\\d+\\b");

  static GeneralLog read(Path file) throws IOException {
    List<String> statements = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      Matcher entry = ENTRY.matcher(line);
      if (entry.matches()) {
        add(current, statements);
        String command = entry.group(1).strip();
        if (command.equals("Query") || command.equals("Execute")) {
          current.append(entry.group(2));
        }
      } else if (!current.isEmpty()) {
        current.append(' ').append(line);
      }
    }
    add(current, statements);
    return new GeneralLog(statements);
  }

  private static void add(StringBuilder current, List<String> statements) {
    String sql = current.toString().replaceAll("\\s+", " ").strip();
    current.setLength(0);
    if (sql.contains(" sbtest") || sql.equals("BEGIN") || sql.equals("COMMIT")) {
      statements.add(sql);
    }
  }

  /** The statements with N for every number and 'S' for every string. */
  List<String> shapes() {
    return statements.stream()
        .map(sql -> NUMBER.matcher(sql.replaceAll("'[^']*'", "'S'")).replaceAll("N"))
        .toList();
  }

  /** All numbers in the statements, those of table names and of strings left out. */
  List<Integer> numbers() {
    return statements.stream()
        .flatMap(sql -> NUMBER.matcher(sql.replaceAll("'[^']*'", "")).results())
        .map(match -> Integer.valueOf(match.group()))
        .toList();
  }
}
