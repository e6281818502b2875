package io.github.bmt4j.failure;

import static io.github.bmt4j.report.Lines.words;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Characters that this JVM could not read from its command line and environment, because the locale
 * does not have them. The JVM puts U+FFFD in their place, so that values would be wrong.
 */
public final class LostCharacters {
  private static final char REPLACEMENT = '\ufffd';

  private LostCharacters() {}

  /**
   * Refuses input that has lost characters.
   *
   * @param words of the command line
   * @param environment whose variables with names that begin with {@code BMT_} are checked
   * @param encoding of both, as Java names it
   * @throws BadInputException naming the place, but no value, which may be a secret
   */
  public static void check(List<String> words, Map<String, String> environment, String encoding) {
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).indexOf(REPLACEMENT) >= 0) {
        String option = option(words.get(i), i == 0 ? "" : words.get(i - 1));
        throw refusal("argument " + (i + 1) + option, environment, encoding);
      }
    }
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if (name.startsWith("BMT_") && variable.getValue().indexOf(REPLACEMENT) >= 0) {
        boolean hidden = name.startsWith("BMT_ARG_");
        throw refusal(hidden ? "an argument" : name, environment, encoding);
      }
    }
  }

  private static String option(String word, String before) {
    String name = word.startsWith("-") && word.contains("=") ? word.split("=", 2)[0] : before;
    return name.startsWith("-") && !name.contains("=") ? " (" + name + ")" : "";
  }

  private static BadInputException refusal(
      String place, Map<String, String> environment, String encoding) {
    if (encoding.equals("UTF-8")) {
      return new BadInputException(place + " is not UTF-8, the encoding of this locale");
    }
    String locale =
        Stream.of("LC_ALL", "LC_CTYPE", "LANG")
            .map(name -> name + "=" + Objects.requireNonNullElse(environment.get(name), ""))
            .filter(setting -> !setting.endsWith("="))
            .findFirst()
            .orElse("no locale is set");
    return new BadInputException(
        words(
            "%s has characters that this locale (%s, %s) cannot hold: set LC_ALL=C.UTF-8",
            place, locale, encoding));
  }
}
