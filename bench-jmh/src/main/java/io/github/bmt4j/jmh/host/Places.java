package io.github.bmt4j.jmh.host;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.host.JmhRun.Place;
import io.github.bmt4j.jmh.host.Selection.LeftOut;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The servers and drivers that are there.
 *
 * @param asked servers under the values of {@code -p url}
 * @param drivers of benchmarks on these servers: values of {@code -p driver}
 * @param jars of all drivers under the values of {@code -p driver} and {@code -p driverWith}
 * @param triggers commands of the user's under the names by which JMH knows them
 */
record Places(
    Map<String, ProbedServer> asked,
    List<String> drivers,
    Map<String, String> jars,
    Map<String, String> triggers) {
  /** What forks need of them. */
  Handover handover() {
    Map<String, Handover.Server> servers = new LinkedHashMap<>();
    asked.forEach((url, answer) -> servers.put(url, answer.server()));
    return new Handover(Servers.cache().toString(), servers, jars, triggers);
  }

  /** Every server with every driver, as stored with results. */
  List<Environment> environments() throws TargetException {
    List<Environment> environments = new ArrayList<>();
    for (ProbedServer answer : asked.values()) {
      for (String driver : drivers) {
        environments.add(
            answer.environment(
                DriverCoordinates.parse(driver), Path.of(jars.getOrDefault(driver, ""))));
      }
    }
    return List.copyOf(environments);
  }

  /**
   * What cannot run, for every server with every driver.
   *
   * @param javaVersion of the forks
   */
  Map<Place, List<LeftOut>> leftOut(Selection selection, int javaVersion) {
    Map<Place, List<LeftOut>> leftOut = new LinkedHashMap<>();
    asked.forEach(
        (url, answer) ->
            drivers.forEach(
                driver ->
                    leftOut.put(
                        new Place(url, driver),
                        selection.leftOut(
                            Circumstances.of(
                                answer.server(), DriverCoordinates.parse(driver), javaVersion)))));
    return leftOut;
  }
}
