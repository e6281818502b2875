package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.os.Folders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A command that has ended.
 *
 * @param folder holds what it wrote
 */
record Ended(List<String> words, int code, String out, String err, Path folder, Duration took) {
  /** Checks its exit code, and shows what it said when that is another one. */
  Ended exits(int expected) {
    assertThat(code)
        .as("exit code of %s\nstdout:\n%s\nstderr:\n%s", words, out, err)
        .isEqualTo(expected);
    return this;
  }

  /**
   * Checks that its run counts, but for what a busy machine does to a short one: what was counted
   * is right all the same. Of several runs in its folder it is the latest.
   */
  Ended measured() {
    if (code != 1) {
      return exits(0);
    }
    Path runs = Path.of(words.get(words.indexOf("--runs-dir") + 1));
    List<String> reasons = new RunStore(runs).read("latest").result().verdict().texts();
    assertThat(reasons).as("reasons of exit code 1\nstderr:\n%s", err).isNotEmpty();
    BusyMachine.atMost(reasons, "stdout:\n%s\nstderr:\n%s", out, err);
    return this;
  }

  /** The same; the result of its one run. */
  RunResult counts() {
    return measured().result();
  }

  /** The folders of the runs that it stored. */
  List<Path> runs() {
    return folders(folder.resolve("runs"));
  }

  /** What lies in a folder of runs; nothing when it is not there. */
  static List<Path> folders(Path runs) {
    try {
      return Folders.children(runs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder of its one run. */
  Path run() {
    assertThat(runs()).as("runs of %s\nstdout:\n%s\nstderr:\n%s", words, out, err).hasSize(1);
    return runs().get(0);
  }

  /** The stored result of its one run of a load. */
  RunResult result() {
    return result(RunResult.class);
  }

  /** The stored result of its one run. */
  <R extends Result> R result(Class<R> type) {
    return type.cast(new RunStore(folder).read(run().toString()).result());
  }

  /** The runs that it stored. */
  List<Stored> stored() {
    return stored(folder.resolve("runs"));
  }

  /** The runs that a folder of runs has. */
  static List<Stored> stored(Path runs) {
    return new RunStore(runs)
        .recent(
            100,
            problem -> {
              throw new AssertionError(problem);
            });
  }

  /** The rows of {@code operations.csv.gz}, without the head. */
  List<String[]> operations() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(run().resolve("operations.csv.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().skip(1).map(line -> line.split(",", -1)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A number with separators. */
  static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  /** What a file holds. */
  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything that it wrote, on the screen and into files. */
  String everything() {
    StringBuilder all = new StringBuilder(out).append(err);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(file).append('\n').append(Files.readString(file)).append('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString();
  }
}
