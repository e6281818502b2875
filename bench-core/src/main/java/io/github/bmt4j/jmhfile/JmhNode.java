package io.github.bmt4j.jmhfile;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.failure.BadInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A piece of JMH's JSON that knows where it is.
 *
 * @param file its name, for messages
 * @param place in the file, for messages
 */
record JmhNode(String file, String place, JsonNode json) {
  /** Whether there is such a key. */
  boolean has(String key) {
    return json.has(key);
  }

  /** What must be there. */
  JmhNode child(String key) {
    JsonNode child = json.get(key);
    if (child == null) {
      throw new BadInputException(
          file + " is not JMH's: " + place + " has no " + key + "; let JMH write it with -rf json");
    }
    return new JmhNode(file, place + ", " + key, child);
  }

  /** What stands under each key of an object that may be missing. */
  Map<String, JmhNode> children(String key) {
    if (!has(key)) {
      return Map.of();
    }
    JmhNode object = child(key);
    object.check(object.json.isObject(), "an object");
    Map<String, JmhNode> children = new LinkedHashMap<>();
    object.json.fieldNames().forEachRemaining(name -> children.put(name, object.child(name)));
    return children;
  }

  List<JmhNode> items(String key) {
    return child(key).items();
  }

  /** The items of this list. */
  List<JmhNode> items() {
    check(json.isArray(), "a list");
    List<JmhNode> items = new ArrayList<>();
    json.forEach(item -> items.add(new JmhNode(file, place, item)));
    return items;
  }

  String text(String key) {
    return child(key).text();
  }

  /** This text. */
  String text() {
    check(json.isTextual(), "a text");
    return json.textValue();
  }

  /** A whole number that is not negative. */
  int count(String key) {
    JmhNode number = child(key);
    number.check(number.json.isInt(), "a whole number");
    number.check(number.json.intValue() >= 0, "0 or more");
    return number.json.intValue();
  }

  @Nullable Double number(String key) {
    return child(key).number();
  }

  /** This number; nothing when JMH says that it is none. */
  @Nullable Double number() {
    if (json.isTextual()) {
      check(List.of("NaN", "+INF", "-INF").contains(json.textValue()), "a number");
      return null;
    }
    check(json.isNumber(), "a number");
    double number = json.doubleValue();
    return Double.isFinite(number) ? (Double) number : null;
  }

  /** How many operations took the time of this bucket of a histogram, {@code [time, count]}. */
  long bucketCount() {
    check(
        json.isArray() && json.size() == 2 && json.get(1).isIntegralNumber(),
        "a time and its count");
    return json.get(1).longValue();
  }

  private void check(boolean holds, String expected) {
    if (!holds) {
      throw new BadInputException(
          file
              + " is not JMH's: "
              + place
              + " is not "
              + expected
              + "; let JMH write it with -rf json");
    }
  }
}
