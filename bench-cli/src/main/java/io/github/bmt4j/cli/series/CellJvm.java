package io.github.bmt4j.cli.series;

import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.HiddenWords;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JVM of a cell of a series. */
final class CellJvm {
  /**
   * The variable with the largest size for young objects, in MB; absent if the user has sized the
   * heap.
   */
  private static final String YOUNG = "BMT_YOUNG";

  private static final int LOOK_MILLIS = 100;

  /** Longer than a command takes to end in order. */
  static final int PATIENCE_SECONDS = 70;

  private CellJvm() {}

  /**
   * The options of a cell's JVM: this JVM's, with the space for young objects that the launcher
   * chooses for the cell's threads.
   *
   * @param most largest space for young objects, in MB; absent if their space stays unchanged
   */
  static List<String> options(List<String> own, List<String> words, @Nullable String most) {
    if (most == null) {
      return own;
    }
    int threads =
        words.stream()
            .filter(word -> word.startsWith("--threads="))
            .flatMap(word -> Stream.of(word.substring(word.indexOf('=') + 1).split("[,.]", -1)))
            .filter(number -> number.matches("\\d{1,5}"))
            .mapToInt(Integer::parseInt)
            .reduce(8, Math::max);
    String young = "-Xmn" + Math.min(threads + 24, Integer.parseInt(most)) + "m";
    return own.stream().map(option -> option.startsWith("-Xmn") ? young : option).toList();
  }

  /** Executes a command line in a new JVM, and returns its exit code. */
  static int run(CommandContext context, List<String> words, String place) throws TargetException {
    List<String> visible = new ArrayList<>();
    Map<String, String> secrets =
        HiddenWords.hidden(
            words,
            Objects.requireNonNull(
                    context.commands(words.get(0)::equals).getSubcommands().get(words.get(0)))
                .getCommandSpec(),
            visible);
    ProcessBuilder builder =
        new ProcessBuilder(
            Launch.jvm(
                options(
                    ManagementFactory.getRuntimeMXBean().getInputArguments(),
                    words,
                    System.getenv(YOUNG)),
                context.program().main(),
                visible));
    builder.environment().keySet().removeIf(name -> name.startsWith(HiddenWords.PREFIX));
    builder.environment().putAll(secrets);
    builder.environment().remove(Series.CELL);
    if (!place.isEmpty()) {
      builder.environment().put(Series.CELL, place);
    }
    builder.environment().put(Series.PROCESS, Long.toString(ProcessHandle.current().pid()));
    try {
      Process cell = builder.inheritIO().start();
      while (!cell.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (context.shutdown().stop().given()) {
          cell.destroy();
          if (!cell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            cell.destroyForcibly();
          }
        }
      }
      return cell.exitValue();
    } catch (IOException e) {
      throw new TargetException("no JVM could be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }
}
