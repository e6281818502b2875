package io.github.bmt4j.failover.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * Times at which each server took writes of the application, as {@link OperationsFile} has stored
 * it.
 *
 * @param byRepetition end times of successful writes, in ms since the fault and in the order of
 *     their arrivals, by server; a server that took none has an empty list
 */
record StoredWrites(Map<Integer, Map<String, List<Double>>> byRepetition) {
  static final StoredWrites NONE = new StoredWrites(Map.of());

  /** Reads the writes from the folder of a result. */
  static StoredWrites read(Path folder) throws IOException {
    Map<Integer, Map<String, List<Double>>> all = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve(OperationsFile.NAME))),
                StandardCharsets.UTF_8))) {
      String first = lines.readLine();
      List<String> head = first == null ? List.of() : List.of(first.split(",", -1));
      int probe = head.indexOf("probe");
      int end = head.indexOf("end_ms");
      int outcome = head.indexOf("outcome");
      int server = head.indexOf("server");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split(",", -1);
        if (!cells[server].isEmpty()) {
          List<Double> writes =
              all.computeIfAbsent(Integer.valueOf(cells[0]), number -> new TreeMap<>())
                  .computeIfAbsent(cells[server], name -> new ArrayList<>());
          if (cells[probe].equals("writer") && cells[outcome].equals("OK")) {
            writes.add(Double.valueOf(cells[end]));
          }
        }
      }
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("not as bmt writes it", e);
    }
    return new StoredWrites(all);
  }

  Map<String, List<Double>> of(int repetition) {
    return byRepetition.getOrDefault(repetition, Map.of());
  }
}
