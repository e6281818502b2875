package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.options.Arguments;
import io.github.bmt4j.experiment.ResultJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** How long {@code balance} runs if it is not said. */
class BalanceCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--max-lifetime=30s, 100",
    "--max-lifetime=30s --denied-list-timeout=1s, 41",
    "--max-lifetime=30s --driver=mysql:9.7.0, 30",
    "--pool=none, 70",
    "--max-lifetime=110s, 180",
    "--max-lifetime=111s, 90",
    "--max-lifetime=0, 90",
    "--pool-size=5, 90",
    "--settings=tuned, 90",
    "--driver=mysql:9.7.0, 30",
    "--denied-list-timeout=20m, 180",
    "--lose-node=off, 30",
    "--max-lifetime=30s --time=5, 5",
  })
  void theUsualTimeShowsAReturnWhereThatDoesNotTakeTooLong(String words, double seconds) {
    CommandLine all = InProcess.commands("balance"::equals);
    String[] line = ("balance " + words).split(" ");
    BalanceCommand balance =
        (BalanceCommand)
            all.parseArgs(Arguments.normalised(line, Arguments.flags(all)))
                .subcommand()
                .commandSpec()
                .userObject();

    assertThat(ResultJson.tree(balance.experiment().scenario()).findPath("timeMillis").asDouble())
        .isEqualTo(1000 * seconds);
  }
}
