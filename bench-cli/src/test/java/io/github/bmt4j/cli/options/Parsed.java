package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Options as a command reads them, without the command. */
public final class Parsed {
  private Parsed() {}

  /**
   * Fills the options.
   *
   * @throws BadInputException with the line that a user would see
   */
  static <T> T of(T options, String... words) {
    CommandLine line = Converters.register(new CommandLine(options));
    try {
      line.parseArgs(Spelling.normalised(words, Set.of()));
      Checks.limits(line.getCommandSpec());
      return options;
    } catch (ParameterException e) {
      throw new BadInputException(Hints.of(e));
    }
  }
}
