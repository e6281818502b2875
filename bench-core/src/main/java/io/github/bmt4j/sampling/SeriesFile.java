package io.github.bmt4j.sampling;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.sampling.ServerSeries.Line;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A series as {@code server.csv}: a line for each value. */
final class SeriesFile {
  private SeriesFile() {}

  static Optional<String> write(Path file, ServerSeries series) {
    try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(file))) {
      csv.println("from_s,to_s,server,figure,unit,value");
      series
          .servers()
          .forEach(server -> server.readings().forEach(read -> write(csv, server.name(), read)));
      series.command().forEach(read -> write(csv, "", read));
      return csv.checkError() ? problem(file, "the disk may be full") : Optional.empty();
    } catch (IOException e) {
      return problem(file, ResultFolder.words(e));
    }
  }

  private static Optional<String> problem(Path file, String why) {
    return Optional.of(file.getFileName() + " could not be written: " + why);
  }

  private static void write(PrintWriter csv, String server, Readings read) {
    for (int i = 0; i < read.toSeconds().size(); i++) {
      String times = words("%.3f,%.3f", read.fromSeconds().get(i), read.toSeconds().get(i));
      for (Line line : read.lines()) {
        Double value = line.values().get(i);
        if (value != null) {
          List<String> row = List.of(times, word(server), word(line.figure()), line.unit());
          csv.println(String.join(",", row) + "," + value);
        }
      }
    }
  }

  /** Commas and quotes become underscores. */
  private static String word(String text) {
    return text.replaceAll("[,\"\\s]", "_");
  }
}
