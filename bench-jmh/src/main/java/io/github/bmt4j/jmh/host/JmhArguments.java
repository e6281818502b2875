package io.github.bmt4j.jmh.host;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jmh.profile.BmtProfiler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Arguments of {@code benchmarks.jar}. JMH does not get all of them: it would split URLs at commas,
 * show and store triggers, and write the file of results after each of several runs.
 *
 * @param options options that JMH gets
 * @param ofFile options {@code -rf} and {@code -rff}
 * @param parameters names of all parameters that {@code -p} sets
 * @param urls values of {@code -p url}
 * @param triggers values of {@code -p trigger} under the names that JMH shows and stores instead: a
 *     command may hold a secret
 */
record JmhArguments(
    CommandLineOptions options,
    CommandLineOptions ofFile,
    Set<String> parameters,
    List<String> urls,
    Map<String, String> triggers) {
  private static final Set<String> READ_HERE = Set.of("-p", "-rf", "-rff", "-prof");
  private static final String BETWEEN_URLS = ",(?=jdbc:|container:|(?:embedded|local)(?:,|$))";

  /**
   * Parses them.
   *
   * @throws BadInputException when JMH does not know them
   */
  static JmhArguments of(String... args) {
    List<String> jmh = new ArrayList<>();
    List<String> file = new ArrayList<>();
    Set<String> parameters = new LinkedHashSet<>();
    List<String> urls = new ArrayList<>();
    Map<String, String> triggers = new LinkedHashMap<>();
    for (Iterator<String> rest = Arrays.asList(args).iterator(); rest.hasNext(); ) {
      String option = rest.next();
      if (!READ_HERE.contains(option) || !rest.hasNext()) {
        jmh.add(option);
        continue;
      }
      String value = rest.next();
      String[] pair = value.split("=", 2);
      String name = option.equals("-p") && pair.length == 2 ? pair[0] : "";
      if (option.equals("-p")) {
        parameters.add(pair[0]);
      }
      if (option.equals("-rf")) {
        checkFormat(value);
      }
      if (option.startsWith("-rf")) {
        file.addAll(List.of(option, value));
      } else if (name.equals("url")) {
        urls.addAll(Arrays.asList(pair[1].split(BETWEEN_URLS, -1)));
      } else if (name.equals("trigger")) {
        triggers.put("command" + (triggers.isEmpty() ? "" : "-" + (triggers.size() + 1)), pair[1]);
      } else {
        boolean ours = option.equals("-prof") && value.matches("bmt(:.*)?");
        jmh.add(option);
        jmh.add(ours ? BmtProfiler.class.getName() + value.substring("bmt".length()) : value);
      }
    }
    JmhArguments parsed =
        new JmhArguments(
            parsed(jmh),
            parsed(file),
            parameters,
            urls.isEmpty() ? List.of("embedded") : urls,
            triggers);
    parsed.refuseOtherSpellings();
    return parsed;
  }

  /** JMH's own message names its class. */
  private static void checkFormat(String format) {
    List<String> formats =
        Stream.of(ResultFormatType.values())
            .map(type -> type.name().toLowerCase(Locale.ROOT))
            .toList();
    BadInputException.check(
        formats.contains(format.toLowerCase(Locale.ROOT)),
        "-rf " + format + ": choose one of " + String.join(", ", formats));
  }

  private static CommandLineOptions parsed(List<String> words) {
    try {
      return new CommandLineOptions(words.toArray(String[]::new));
    } catch (CommandLineOptionException e) {
      throw new BadInputException(e.getMessage() + ": -h lists JMH's options");
    }
  }

  /** Refuses spellings such as {@code -p=url=…}, with which JMH has got what it must not get. */
  private void refuseOtherSpellings() {
    BadInputException.check(
        !options.getParameter("url").hasValue() && !options.getParameter("trigger").hasValue(),
        "write -p url=… and -p trigger=… with a space after -p");
    BadInputException.check(
        !options.getResult().hasValue() && !options.getResultFormat().hasValue(),
        "write -rf <format> and -rff <file> with a space between");
  }
}
