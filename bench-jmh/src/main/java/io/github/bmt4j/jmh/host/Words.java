package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jmh.profile.BmtProfiler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;

/**
 * The words of a command line, with those taken out that JMH would misread or that we do ourselves:
 * URLs and commands, in which JMH would split at commas; our profiler by its short name; and the
 * file of results, which we write.
 *
 * @param jmh words that are left for JMH
 * @param urls values of {@code -p url}; empty when none was given
 * @param triggers values of {@code -p trigger}; empty when none was given
 * @param format of the file of results; absent when none is wanted
 * @param file of results; absent for JMH's usual name
 */
record Words(
    List<String> jmh,
    List<String> urls,
    List<String> triggers,
    @Nullable ResultFormatType format,
    @Nullable String file) {
  private static final Set<String> OURS = Set.of("-p", "-rf", "-rff", "-prof");

  private static final String URL = "url=";
  private static final String TRIGGER = "trigger=";
  private static final String BETWEEN_URLS = ",(?=jdbc:|container:|(?:embedded|local)(?:,|$))";

  Words {
    jmh = List.copyOf(jmh);
    urls = List.copyOf(urls);
    triggers = List.copyOf(triggers);
  }

  /**
   * Reads a command line.
   *
   * @throws BadInputException when the format of results is none of JMH's
   */
  static Words of(String... args) {
    List<String> jmh = new ArrayList<>();
    List<String> urls = new ArrayList<>();
    List<String> triggers = new ArrayList<>();
    ResultFormatType format = null;
    String file = null;
    Iterator<String> rest = Arrays.asList(args).iterator();
    while (rest.hasNext()) {
      String word = rest.next();
      if (!OURS.contains(word) || !rest.hasNext()) {
        jmh.add(word);
        continue;
      }
      String value = rest.next();
      switch (word) {
        case "-p" -> parameter(value, jmh, urls, triggers);
        case "-rf" -> format = format(value);
        case "-rff" -> file = value;
        default -> {
          jmh.add(word);
          jmh.add(profiler(value));
        }
      }
    }
    return new Words(
        jmh,
        urls,
        triggers,
        file != null && format == null ? Defaults.RESULT_FORMAT : format,
        file);
  }

  /**
   * The triggers under bmt's names: a command may hold a secret, and JMH prints and stores the
   * values of parameters.
   */
  Map<String, String> namedTriggers() {
    Map<String, String> named = new LinkedHashMap<>();
    for (String trigger : triggers) {
      named.put(triggers.size() == 1 ? "command" : "command-" + (named.size() + 1), trigger);
    }
    return named;
  }

  /** Names of the parameters that are left for JMH. */
  List<String> parameters() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i + 1 < jmh.size(); i++) {
      if (jmh.get(i).equals("-p")) {
        names.add(jmh.get(i + 1).replaceFirst("=.*", ""));
      }
    }
    return names;
  }

  private static void parameter(
      String text, List<String> jmh, List<String> urls, List<String> triggers) {
    if (text.startsWith(URL)) {
      urls.addAll(Arrays.asList(text.substring(URL.length()).split(BETWEEN_URLS, -1)));
    } else if (text.startsWith(TRIGGER)) {
      triggers.add(text.substring(TRIGGER.length()));
    } else {
      jmh.add("-p");
      jmh.add(text);
    }
  }

  private static String profiler(String text) {
    return text.equals("bmt") || text.startsWith("bmt:")
        ? BmtProfiler.class.getName() + text.substring("bmt".length())
        : text;
  }

  private static ResultFormatType format(String text) {
    return Arrays.stream(ResultFormatType.values())
        .filter(type -> type.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "-rf "
                        + text
                        + ": choose one of "
                        + Arrays.stream(ResultFormatType.values())
                            .map(type -> type.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))));
  }
}
