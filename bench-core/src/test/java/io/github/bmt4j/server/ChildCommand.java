package io.github.bmt4j.server;

import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.List;

/** The program of {@link Child}: {@code <target> <cache> [<data folder>]}. */
final class ChildCommand {
  private ChildCommand() {}

  public static void main(String[] arguments) throws Exception {
    TargetSpec spec = TargetSpec.parse(arguments[0]);
    Path data = arguments.length > 2 ? Path.of(arguments[2]) : null;
    Server lab =
        ServerRegistry.open(
            spec, new StartOptions(Path.of(arguments[1]), data, List.of()), Progress.SILENT);
    System.out.println(lab.pid().orElse(0));
    Thread.sleep(Long.MAX_VALUE);
  }
}
