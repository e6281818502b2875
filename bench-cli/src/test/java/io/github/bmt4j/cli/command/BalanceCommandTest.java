package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.options.OptionNames;
import io.github.bmt4j.cli.options.Spelling;
import io.github.bmt4j.experiment.ResultJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** How long {@code balance} runs if it is not said. */
class BalanceCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--pool-property=maxLifetime=30s, 100",
    "--pool-property=maxLifetime=30s --denied-list-timeout=1s, 41",
    "--pool-property=maxLifetime=30s --driver=mysql:9.7.0, 30",
    "--pool=none, 70",
    "--pool-property=maxLifetime=110s, 180",
    "--pool-property=maxLifetime=111s, 90",
    "--pool-property=maxLifetime=0, 90",
    "--pool-size=5, 90",
    "--settings=tuned, 90",
    "--driver=mysql:9.7.0, 30",
    "--denied-list-timeout=20m, 180",
    "--lose-node=off, 30",
    "--pool-property=maxLifetime=30s --time=5, 5",
  })
  void theUsualTimeShowsAReturnWhereThatDoesNotTakeTooLong(String words, double seconds) {
    CommandLine all = InProcess.commands("balance"::equals);
    String[] line = ("balance " + words).split(" ");
    BalanceCommand balance =
        (BalanceCommand)
            all.parseArgs(Spelling.normalised(line, OptionNames.flags(all)))
                .subcommand()
                .commandSpec()
                .userObject();

    assertThat(ResultJson.tree(balance.experiment().scenario()).findPath("timeMillis").asDouble())
        .isEqualTo(1000 * seconds);
  }
}
