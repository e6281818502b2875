package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --defaults-file} takes from an option file of MySQL's clients. */
class DefaultsFileTest {
  private static final Map<String, String> NONE = Map.of();

  @TempDir Path folder;

  @Test
  void itTakesServerAndLoginFromTheGroupsOfAllClientsAndNamesTheRest() throws IOException {
    Path file =
        file(
            """
            # mine
            !includedir /etc/mysql/conf.d/
            [mysqld]
            port = 1
            [client]
            host=db.example
            port = 3307 # of staging
            user="bench"
            password='a#b\\\\c'
            ssl_mode=VERIFY_CA
            loose-database=shop
            default-character-set = utf8mb4
            [mysql]
            user=other
            [client-mariadb]
            ssl-cert=/c.pem
            """);

    DefaultsFile read = read(NONE, "run", "x", "--defaults-file=" + file, "--threads=2");

    assertThat(read.words())
        .containsExactly(
            "run",
            "x",
            "--threads=2",
            "--mysql-host=db.example",
            "--mysql-port=3307",
            "--mysql-user=bench",
            "--mysql-password=a#b\\c",
            "--mysql-ssl=VERIFY_CA",
            "--mysql-db=shop");
    assertThat(read.notes())
        .containsExactly(
            "from [client] of "
                + file
                + ": --mysql-host, --mysql-port, --mysql-user, --mysql-password, --mysql-ssl,"
                + " --mysql-db; not taken: !includedir /etc/mysql/conf.d/, default-character-set,"
                + " ssl-cert");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "secret          | secret",
        "\"se cret \"    | se_cret_",
        "se#cret         | se",
        "'se#cret' # old | se#cret",
        "it's # no end   | it's # no end",
        "a\\sb\\\\n        | a b\\n",
        "\"it\\\"s\"       | it\"s",
        "a\\qb            | a\\qb",
        "``              | ``",
      })
  void aValueIsReadAsMysqlsClientsReadIt(String written, String password) throws IOException {
    Path file = file("[client]\npassword = " + written + "\n");

    assertThat(read(NONE, "run", "--defaults-file", file.toString()).words())
        .containsExactly("run", "--mysql-password=" + password.replace('_', ' '));
  }

  @ParameterizedTest
  @CsvSource({
    "ssl, on",
    "ssl=0, off",
    "skip-ssl, off",
    "ssl-verify-server-cert, VERIFY_IDENTITY",
    "ssl_verify_server_cert=ON, VERIFY_IDENTITY",
  })
  void aSwitchIsAModeOfTls(String line, String mode) throws IOException {
    assertThat(read(NONE, "run", "--defaults-file=" + file("[client]\n" + line)).words())
        .containsExactly("run", "--mysql-ssl=" + mode);
  }

  @Test
  void theCommandLineAndTheEnvironmentComeBeforeTheFile() throws IOException {
    Path file = file("[client]\nhost=a\nport=1\nuser=u\npassword=p\n");
    String option = "--defaults-file=" + file;

    assertThat(read(NONE, "run", option, "--mysql-host=b", "--user=me").words())
        .containsExactly(
            "run", "--mysql-host=b", "--user=me", "--mysql-port=1", "--mysql-password=p");
    assertThat(read(Map.of("BMT_USER", "x", "BMT_PASSWORD", "y"), "run", option).words())
        .containsExactly("run", "--mysql-host=a", "--mysql-port=1");
    assertThat(read(NONE, "run", option, "--url=jdbc:mariadb://c/d").words())
        .containsExactly("run", "--url=jdbc:mariadb://c/d", "--user=u", "--password=p");
    assertThat(read(Map.of("BMT_URL", "jdbc:mariadb://c/d"), "run", option).words())
        .containsExactly("run", "--user=u", "--password=p");
  }

  @Test
  void aPasswordIsInNoNote() throws IOException {
    Path file = file("[client]\npassword=geheim\nssl-key=geheim\npager=geheim\n");
    assertThat(read(NONE, "run", "--defaults-file=" + file).notes().toString())
        .doesNotContain("geheim");
  }

  @Test
  void aLineWithoutTheOptionStaysAsItIs() {
    assertThat(read(NONE, "run", "x").words()).containsExactly("run", "x");
    assertThatThrownBy(() -> read(NONE, "run", "--defaults-file=" + folder.resolve("none")))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("none: cannot be read: there is no such file");
    assertThatThrownBy(() -> read(NONE, "run", "--defaults-file"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--defaults-file: name a file, such as ~/.my.cnf");
  }

  private static DefaultsFile read(Map<String, String> environment, String... words) {
    return DefaultsFile.expanded(new ArrayList<>(List.of(words)), environment::get);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.cnf"), text);
  }
}
