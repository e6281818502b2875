package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--agent=local:2",
        "--driver=mysql:9.7.0",
        "--driver=com.mysql:mysql-connector-j:9.7.0",
        "--target=local",
        "--server-option=sync_binlog=1",
        "--trigger=manual",
      })
  void whatAFileHasUsuallyExecutesNothing(String word) {
    assertThat(Executing.option(List.of("run", word, "--threads=1"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--agent=ssh:db",
        "--driver=com.evil:drv:1.0",
        "--target=local:/tmp/mysqld",
        "--server-option=plugin-load=x",
        "--trigger=reboot",
      })
  void whatHasProgramsExecutedIsNamed(String word) {
    assertThat(Executing.option(List.of("run", "--threads=1", word)))
        .isEqualTo(word.substring(2, word.indexOf('=')));
  }
}
