package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The words that may hold a secret, which the launcher hides from the list of processes. */
public final class HiddenWords {
  /** The beginning of the variables that hold hidden words. */
  public static final String PREFIX = "BMT_ARG_";

  private static final Pattern HIDDEN = Pattern.compile("((?:--[^=]+=)?)(" + PREFIX + "[0-9]+)");

  private static final String HIDDEN_PROPERTY = "BMT_PROPERTY_";

  private HiddenWords() {}

  /**
   * The words as the user gave them. The launcher hides those that may hold a secret from the list
   * of processes: a variable of the environment has the word, and its name stands in the word's
   * place.
   */
  public static String[] restored(String[] args, Map<String, String> environment) {
    return Stream.of(args).map(word -> restored(word, environment)).toArray(String[]::new);
  }

  private static String restored(String given, Map<String, String> environment) {
    Matcher hidden = HIDDEN.matcher(given);
    String word = hidden.matches() ? environment.get(hidden.group(2)) : null;
    return word == null ? given : hidden.group(1) + word;
  }

  /** Gives properties of this JVM their values, which the launcher hides likewise. */
  public static void restore(Map<Object, Object> properties, Map<String, String> environment) {
    properties.replaceAll(
        (name, value) ->
            value.toString().startsWith(HIDDEN_PROPERTY)
                ? environment.getOrDefault(value.toString(), value.toString())
                : value);
  }

  /**
   * Hides the words that may hold a secret, as the launcher does.
   *
   * @param visible gets the words, hidden ones by the names of their variables
   * @return the variables
   */
  public static Map<String, String> hidden(
      List<String> words, CommandSpec command, List<String> visible) {
    Map<String, String> hidden = new LinkedHashMap<>();
    boolean follows = false;
    for (String word : words) {
      String name = OptionNames.of(word);
      boolean secret = Mark.HIDDEN.isOf(command.findOption(name));
      boolean together = secret && word.contains("=");
      if (together || follows) {
        String variable = PREFIX + (hidden.size() + 1);
        hidden.put(variable, together ? word.substring(name.length() + 1) : word);
        visible.add((together ? name + "=" : "") + variable);
      } else {
        visible.add(word);
      }
      follows = secret && !together;
    }
    return hidden;
  }
}
