package io.github.bmt4j.experiment;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reasons why results are INVALID; a reason of several results is reported once. */
public final class Reasons {
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(?:\\.\\d+)?");

  private Reasons() {}

  /** The reason without its numbers. */
  public static String kind(String reason) {
    return NUMBER.matcher(reason).replaceAll("#");
  }

  /** Reasons by kind, ordered by the first reason of each kind. */
  public static Map<String, List<String>> byKind(List<String> reasons) {
    return reasons.stream()
        .collect(Collectors.groupingBy(Reasons::kind, LinkedHashMap::new, Collectors.toList()));
  }

  /** Reasons of one kind merged, with the range of each number: "used 76 to 90 % of". */
  public static String merged(List<String> ofOneKind) {
    List<List<String>> numbers =
        ofOneKind.stream()
            .map(reason -> NUMBER.matcher(reason).results().map(MatchResult::group).toList())
            .toList();
    Matcher first = NUMBER.matcher(ofOneKind.get(0));
    StringBuilder text = new StringBuilder();
    for (int i = 0; first.find(); i++) {
      int place = i;
      List<String> sorted =
          numbers.stream()
              .map(all -> all.get(place))
              .sorted(Comparator.comparingDouble(Reasons::value))
              .toList();
      String least = sorted.get(0);
      String most = sorted.get(sorted.size() - 1);
      first.appendReplacement(text, least.equals(most) ? least : least + " to " + most);
    }
    return first.appendTail(text).toString();
  }

  private static double value(String number) {
    return Double.parseDouble(number.replace(",", ""));
  }
}
