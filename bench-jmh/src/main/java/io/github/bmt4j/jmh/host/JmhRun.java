package io.github.bmt4j.jmh.host;

import io.github.bmt4j.jmh.host.Selection.LeftOut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One of the runs of JMH that a command line needs. One is enough unless some benchmarks cannot run
 * with one of the drivers or on one of the servers: JMH leaves out a benchmark everywhere or
 * nowhere.
 *
 * @param urls its servers, as the command line names them
 * @param drivers its drivers, as the command line names them
 * @param leftOut names of the benchmarks that are not in it
 */
record JmhRun(List<String> urls, List<String> drivers, Set<String> leftOut) {
  record Place(String url, String driver) {}

  /**
   * Plans them.
   *
   * @param leftOut benchmarks that cannot run, for every place
   * @param chosen names of all chosen benchmarks
   * @param onServers names of those that run on these places; others have no server or start their
   *     own
   */
  static List<JmhRun> plan(
      Map<Place, List<LeftOut>> leftOut, List<String> chosen, List<String> onServers) {
    Map<Place, Set<String>> names = new LinkedHashMap<>();
    leftOut.forEach((place, list) -> names.put(place, names(list)));
    if (Set.copyOf(names.values()).size() <= 1) {
      Set<String> everywhere = names.values().stream().findFirst().orElse(Set.of());
      return withWork(List.of(new JmhRun(urls(names), drivers(names), everywhere)), chosen);
    }
    List<JmhRun> runs = new ArrayList<>();
    Set<String> elsewhere = new LinkedHashSet<>(chosen);
    elsewhere.removeAll(onServers);
    runs.add(new JmhRun(urls(names), drivers(names), Set.copyOf(onServers)));
    names.forEach(
        (place, out) -> {
          Set<String> others = new LinkedHashSet<>(out);
          others.addAll(elsewhere);
          runs.add(new JmhRun(List.of(place.url()), List.of(place.driver()), others));
        });
    return withWork(runs, chosen);
  }

  private static List<JmhRun> withWork(List<JmhRun> runs, List<String> chosen) {
    return runs.stream().filter(run -> !run.leftOut().containsAll(chosen)).toList();
  }

  private static Set<String> names(List<LeftOut> leftOut) {
    return leftOut.stream().map(LeftOut::name).collect(Collectors.toSet());
  }

  private static List<String> urls(Map<Place, ?> places) {
    return places.keySet().stream().map(Place::url).distinct().toList();
  }

  private static List<String> drivers(Map<Place, ?> places) {
    return places.keySet().stream().map(Place::driver).distinct().toList();
  }
}
