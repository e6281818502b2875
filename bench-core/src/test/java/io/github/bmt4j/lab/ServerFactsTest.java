package io.github.bmt4j.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.target.TargetSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of servers before they start. */
class ServerFactsTest {
  @ParameterizedTest
  @CsvSource({
    "mysql:8.4,false",
    "mysql,false",
    "bmt4j/mysql:9.7,false",
    "localhost:5000/team/percona-server:8.0,false",
    "percona/percona-xtradb-cluster@sha256:aa,false",
    "mariadb:11.4,true",
    "localhost:5000/mysql/mariadb:11,true",
  })
  void tellsTheServerByTheImagesName(String name, boolean mariadb) {
    assertThat(ServerImage.parse(name)).isEqualTo(new ServerImage(name, mariadb));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres:17", "mysql/router-for:1", "mariadb.example:5000/thing"})
  void refusesAnImageThatDoesNotSay(String name) {
    assertThatThrownBy(() -> ServerImage.parse(name)).isInstanceOf(BadInputException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'/usr/sbin/mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu',MariaDB 10.11.19",
    "'mysqld  Ver 8.4.3 for Linux on x86_64 (MySQL Community Server - GPL)',MySQL 8.4.3",
    "'mysqld  Ver 9.7.0 for Linux on aarch64 (Homebrew)',MySQL 9.7.0",
  })
  void readsAVersion(String answer, String expected) {
    assertThat(ServerVersion.parse(answer)).hasToString(expected);
  }

  @Test
  void knowsWhichServersReadEachOthersData() {
    ServerVersion old = new ServerVersion(true, "10.11.6");
    assertThat(old.series()).isEqualTo(new ServerVersion(true, "10.11.19").series());
    assertThat(old.series()).isNotEqualTo(new ServerVersion(true, "10.6.11").series());
  }

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
    LabOptions wanted = new LabOptions(Path.of("."), null, List.of(serverOptions), connections);
    return ServerOptions.wanted(wanted).arguments();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port=1", "port=1", "DATADIR=/x", "bind_address=*", "", "=1", "a b=1"})
  void refusesServerOptionsThatAreOursOrNone(String option) {
    assertThatThrownBy(() -> new ServerOptions(List.of(option)))
        .isInstanceOf(BadInputException.class);
  }

  @Test
  void tellsAServerNothingOfWhatTheUserToldUs() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of("PATH", "/bin", "BMT_PASSWORD", "p", "BMT_ARG_1", "q", "BMT_URL", "u"));
    ServerProcess.keepToOurselves(environment);
    assertThat(environment).containsExactly(Map.entry("PATH", "/bin"));
  }

  @Test
  void namesTheAlternativesWhereNoBinariesArePublished() throws Exception {
    assertThat(new Platform("Linux", "amd64").classifier()).isEqualTo("linux64");
    assertThat(new Platform("Mac OS X", "aarch64").classifier()).isEqualTo("macos-arm64");
    assertThat(new Platform("Windows 11", "amd64").classifier()).isEqualTo("winx64");
    for (Platform none :
        List.of(new Platform("Linux", "aarch64"), new Platform("Mac OS X", "x86_64"))) {
      assertThatThrownBy(none::classifier)
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("--target local")
          .hasMessageContaining("--target container:")
          .hasMessageContaining("--url");
    }
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
    assertThat(login.statements(false)).contains("'root'@'localhost'");
    assertThat(login.statements(true)).doesNotContain("root");
  }

  @Test
  void knowsADeadOwnerFromALiveOneAndFromOneElsewhere() {
    ContainerOwner here = ContainerOwner.here();
    assertThat(here.isDeadHere()).isFalse();
    assertThat(ContainerOwner.of(here.labels())).contains(here);
    assertThat(new ContainerOwner(here.host(), here.pid(), 1).isDeadHere()).isTrue();
    assertThat(new ContainerOwner("elsewhere", here.pid(), 1).isDeadHere()).isFalse();
    assertThat(ContainerOwner.of(Map.of())).isEmpty();
  }

  @Test
  void takesNoProcessForAnotherThatStartedAtAnotherTime() {
    Instant start = Instant.ofEpochMilli(100_000);
    assertThat(ServerRecord.sameStart(start, 101_000)).isTrue();
    assertThat(ServerRecord.sameStart(start, 105_000)).isFalse();
    assertThat(ServerRecord.sameStart(start, 0)).isFalse();
  }

  @Test
  void touchesNothingWhenInputIsBad(@TempDir Path temp) {
    LabOptions options = new LabOptions(temp.resolve("cache"), temp.resolve("data"), List.of());
    for (TargetSpec bad :
        List.of(new TargetSpec.Container("postgres:17"), new TargetSpec.Container("mysql:8.4"))) {
      assertThatThrownBy(() -> Labs.open(bad, options, Progress.SILENT))
          .isInstanceOf(BadInputException.class);
    }
    LabOptions badOption = new LabOptions(temp.resolve("cache"), null, List.of("port=1"));
    assertThatThrownBy(() -> Labs.open(new TargetSpec.Embedded(), badOption, Progress.SILENT))
        .isInstanceOf(BadInputException.class);
    assertThat(temp).isEmptyDirectory();
  }
}
