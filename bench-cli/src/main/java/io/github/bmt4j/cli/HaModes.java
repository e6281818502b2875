package io.github.bmt4j.cli;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import java.util.function.Predicate;

/** {@code --ha list}: the ways in which an application finds its servers with its driver. */
final class HaModes {
  /** The value of {@code --ha} that lists the modes. */
  static final String LIST = "list";

  private HaModes() {}

  /**
   * Writes the modes of a driver, one a line.
   *
   * @param fits which of them the command takes
   */
  static void list(Screen screen, DriverFamily family, Predicate<HaMode> fits) {
    screen.line("Modes with " + family.title() + ":");
    family.modes().stream()
        .filter(fits)
        .forEach(
            mode ->
                screen.wrappedLine(
                    words("%-18s  %s (%s)", mode.word(), mode.summary(), family.form(mode))));
  }
}
