package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lines of the keys of a scenario file. */
public final class ScenarioLines {
  private final String file;
  private final Map<List<String>, Integer> lines = new HashMap<>();

  /**
   * Reads the text up to its first error in YAML.
   *
   * @param file its name, for messages
   */
  ScenarioLines(String file, String text) {
    this.file = file;
    Deque<String> path = new ArrayDeque<>();
    try (JsonParser parser = new YAMLFactory().createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          path.addLast(parser.currentName().replace('_', '-'));
          lines.putIfAbsent(List.copyOf(path), parser.currentTokenLocation().getLineNr());
        } else if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
          path.addLast(token == JsonToken.START_ARRAY ? "[]" : "");
        } else {
          if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
            path.removeLast();
          }
          if (!path.isEmpty() && !List.of("", "[]").contains(path.getLast())) {
            path.removeLast(); // The key whose value has ended.
          }
        }
      }
    } catch (IOException e) {
      // The later reading reports the error.
    }
  }

  /**
   * The place of a key, {@code file, line n: }; otherwise the place of the nearest key above it in
   * the text, or the file alone.
   *
   * @param keys names from the top
   */
  String at(String... keys) {
    List<String> path = new ArrayList<>();
    for (String key : keys) {
      path.add("");
      path.add(key.replace('_', '-'));
    }
    while (!path.isEmpty() && !lines.containsKey(path)) {
      path.subList(path.size() - 2, path.size()).clear();
    }
    Integer line = lines.get(path);
    return line == null ? file + ": " : at(line);
  }

  String at(int line) {
    return file + ", line " + line + ": ";
  }
}
