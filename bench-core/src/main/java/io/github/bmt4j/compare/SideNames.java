package io.github.bmt4j.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.Price;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names of sides by what distinguishes them: a label, or the host of the server; otherwise A, B, ….
 */
public final class SideNames {
  /** The label by which the user names a side. */
  public static final String NAME = "name";

  /** Labels that do not name a side. */
  private static final Set<String> OF_A_SERIES =
      Set.of("series", "side", "cell", "scenario", Price.LABEL);

  private static final Pattern HOST =
      Pattern.compile("jdbc:\\w+:(?:\\w+:)?//([^/:?,]+)(:\\d+)?[^,\\s]*");

  private SideNames() {}

  /** The sides with names, in their order. */
  public static List<Side> of(List<List<Stored>> sides) {
    List<String> names = names(sides);
    return IntStream.range(0, sides.size())
        .mapToObj(i -> new Side(names.get(i), sides.get(i)))
        .toList();
  }

  /**
   * The sides of each value of a label: by the values, unless they are letters.
   *
   * @param groups the results by the value
   */
  public static List<Side> of(Map<String, List<Stored>> groups) {
    List<Side> sides =
        groups.entrySet().stream().map(side -> new Side(side.getKey(), side.getValue())).toList();
    List<String> names = names(List.copyOf(groups.values()));
    boolean letters = groups.keySet().stream().allMatch(value -> value.length() == 1);
    boolean found = letters && names.stream().allMatch(name -> name.length() > 1);
    return found ? of(List.copyOf(groups.values())) : sides;
  }

  private static List<String> names(List<List<Stored>> sides) {
    Set<String> keys = new LinkedHashSet<>(List.of(NAME));
    sides.forEach(side -> side.forEach(stored -> keys.addAll(stored.labels().keySet())));
    keys.removeAll(OF_A_SERIES);
    Stream<List<String>> byLabel =
        keys.stream().map(key -> each(sides, stored -> stored.labels().getOrDefault(key, "")));
    return Stream.concat(
            byLabel, Stream.of(each(sides, one -> host(one, 1)), each(sides, one -> host(one, 0))))
        .filter(SideNames::tellApart)
        .findFirst()
        .orElseGet(() -> IntStream.range(0, sides.size()).mapToObj(Side::name).toList());
  }

  /** Name of each side by a property that its results share; "" where they differ in it. */
  private static List<String> each(List<List<Stored>> sides, Function<Stored, String> name) {
    return sides.stream()
        .map(side -> side.stream().map(name).distinct().toList())
        .map(found -> found.size() == 1 ? found.get(0) : "")
        .toList();
  }

  private static boolean tellApart(List<String> names) {
    return names.size() > 1
        && names.stream().distinct().count() == names.size()
        && names.stream().allMatch(name -> name.length() > 1);
  }

  private static String host(Stored stored, int group) {
    JsonNode target = ResultJson.tree(stored.result()).path("scenario").findPath("target");
    Matcher url = HOST.matcher(target.asText());
    if (!url.matches()) {
      return "";
    }
    return group == 1 ? url.group(1) : url.group(1) + (url.group(2) == null ? "" : url.group(2));
  }
}
