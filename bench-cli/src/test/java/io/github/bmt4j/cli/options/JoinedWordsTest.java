package io.github.bmt4j.cli.options;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

class JoinedWordsTest {
  private static final CommandSpec FAILOVER = command("failover");

  private static CommandSpec command(String name) {
    return requireNonNull(InProcess.commands(name::equals).getSubcommands().get(name))
        .getCommandSpec();
  }

  @Test
  void aToolAloneHasNoOptionsOfAnAlter() {
    CommandSpec alter = command("alter");
    List<String> base =
        List.of("alter", "--algorithm=copy", "--lock=none", "--lock-wait-timeout=5", "--table=t");

    assertThat(JoinedWords.replaced(base, List.of("--tool=x"), alter))
        .containsExactly("alter", "--table=t", "--tool=x");
    assertThat(JoinedWords.replaced(base, List.of("--tool=x", "--lock=shared"), alter))
        .contains("--lock=shared");
    assertThat(JoinedWords.replaced(base, List.of("--tool=x", "--algorithm=inplace"), alter))
        .contains("--lock=none", "--lock-wait-timeout=5");
    assertThat(JoinedWords.replaced(base, List.of("--lock=shared"), alter))
        .contains("--algorithm=copy");
  }

  @Test
  void anotherSideReplacesOptionsByNameSettingsByTheirNameAndServersByServers() {
    List<String> base =
        List.of(
            "run", "w", "--threads=4", "--server-option=a=1", "--server-option=b=1", "--target=x");

    assertThat(JoinedWords.replaced(base, List.of("--server-option=b=2", "--threads=8"), FAILOVER))
        .containsExactly(
            "run", "w", "--server-option=a=1", "--target=x", "--server-option=b=2", "--threads=8");
    assertThat(JoinedWords.replaced(base, List.of("--url=jdbc:x"), FAILOVER))
        .contains("--url=jdbc:x", "--threads=4")
        .doesNotContain("--target=x");
    assertThat(
            JoinedWords.replaced(
                List.of("--mysql-host=h", "--mysql-port=1"), List.of("--mysql-port=2"), FAILOVER))
        .containsExactly("--mysql-host=h", "--mysql-port=2");
    assertThat(
            JoinedWords.replaced(
                List.of("--mysql-host=h", "--mysql-port=1"), List.of("--url=u"), FAILOVER))
        .containsExactly("--url=u");
  }
}
