package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of servers before they start. */
class ServerFactsTest {
  @Test
  void passesServerOptionsOn() {
    ServerOptions options =
        new ServerOptions(
            List.of("innodb_buffer_pool_size=1G", "innodb-page-size=8k", "hot.key_buffer_size=1M"));
    assertThat(options.arguments())
        .containsExactly(
            "--innodb_buffer_pool_size=1G", "--innodb-page-size=8k", "--hot.key_buffer_size=1M");
    assertThat(options.dataFormatArguments()).containsExactly("--innodb-page-size=8k");
  }

  @Test
  void makesRoomForManyConnectionsUnlessTheUserSaysHowMany() {
    assertThat(argumentsFor(100)).isEmpty();
    assertThat(argumentsFor(500)).containsExactly("--max_connections=520");
    // A server takes the last.
    assertThat(argumentsFor(500, "max-connections=7"))
        .containsExactly("--max_connections=520", "--max-connections=7");
  }

  private static List<String> argumentsFor(int connections, String... serverOptions) {
    StartOptions wanted = new StartOptions(Path.of("."), null, List.of(serverOptions), connections);
    return ServerOptions.wanted(wanted).arguments();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port=1", "port=1", "DATADIR=/x", "bind_address=*", "", "=1", "a b=1"})
  void refusesServerOptionsThatAreOursOrNone(String option) {
    assertThatThrownBy(() -> new ServerOptions(List.of(option)))
        .isInstanceOf(BadInputException.class);
  }

  @Test
  void quotesErrorsOfALogOnOneLine() {
    String log =
        """
        2026-11-20 18:30:24 0 [Note] InnoDB: starting
        2026-11-20 18:30:24 0 [ERROR] mariadbd: unknown variable 'foo=1'
        2026-11-20 18:30:24 0 [ERROR] Aborting
        """;
    assertThat(ServerLog.lastWords(log)).isEqualTo("[ERROR] mariadbd: unknown variable 'foo=1'");
    assertThat(ServerLog.lastWords("a\nb\n")).isEqualTo("a; b");
    assertThat(ServerLog.lastWords("")).isEqualTo("it wrote nothing");
  }

  @Test
  void makesALoginThatIsNotPrinted() {
    Login login = Login.random();
    assertThat(login.toString()).doesNotContain(login.password().reveal());
    assertThat(login.statements()).contains("'root'@'localhost'");
  }

  @Test
  void takesNoProcessForAnotherThatStartedAtAnotherTime() {
    Instant start = Instant.ofEpochMilli(100_000);
    assertThat(ProcessStart.isSame(start, 101_000)).isTrue();
    assertThat(ProcessStart.isSame(start, 105_000)).isFalse();
    assertThat(ProcessStart.isSame(start, 0)).isFalse();
  }

  @Test
  void touchesNothingWhenInputIsBad(@TempDir Path temp) {
    StartOptions options = new StartOptions(temp.resolve("cache"), temp.resolve("data"), List.of());
    for (TargetSpec bad :
        List.of(new TargetSpec.Container("postgres:17"), new TargetSpec.Container("mysql:8.4"))) {
      assertThatThrownBy(() -> ServerRegistry.open(bad, options, Progress.SILENT))
          .isInstanceOf(BadInputException.class);
    }
    StartOptions badOption = new StartOptions(temp.resolve("cache"), null, List.of("port=1"));
    assertThatThrownBy(
            () -> ServerRegistry.open(new TargetSpec.Embedded(), badOption, Progress.SILENT))
        .isInstanceOf(BadInputException.class);
    assertThat(temp).isEmptyDirectory();
  }
}
