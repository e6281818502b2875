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

/** Options from the file of MySQL's clients that {@code --defaults-file} names. */
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
  void withAUrlTheNoteNamesTheAddressAsNotTaken() throws IOException {
    Path file = file("[client]\nhost=a\nport=1\nuser=u\nssl\npager=less\n");

    assertThat(read(NONE, "run", "--defaults-file=" + file, "--url=jdbc:mariadb://c/d").notes())
        .containsExactly(
            "from [client] of " + file + ": --user; not taken: host, port, ssl, pager");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                         | : add them, or leave out --defaults-file",
        "# host=a                   | : add them, or leave out --defaults-file",
        "[mysql];user=u;[clinet]    | , only [mysql], [clinet]: add them, or leave out",
        "!include /x;[client];pager | , only [client], !include /x, pager: add them",
      })
  void aFileThatNamesNoServerIsRefused(String lines, String why) throws IOException {
    Path file = file(lines.replace(';', '\n'));

    for (String url : List.of("--threads=2", "--url=jdbc:mariadb://c/d")) {
      assertThatThrownBy(() -> read(NONE, "run", "--defaults-file=" + file, url))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith(
              file + " has no [client] with host, port, user, password or ssl-mode" + why);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "garbage line                | 1: give a group, such as [client], before this line",
        "# mine;;host=a;[client]     | 3: give a group, such as [client], before this line",
        "[client;host=a              | 1: the name of a group ends with ]",
        "[client];host=a;password: x | 3: give key=value, [group] or # comment",
        "[client];host=a;port=abc    | 3: port=abc: give a number from 1 to 65535",
        "[client];port=65536         | 2: port=65536: give a number from 1 to 65535",
        "[client];port=              | 2: port=: give a number from 1 to 65535",
        "[client];ssl_mode=SOMETIMES | 2: ssl-mode=SOMETIMES: choose one of DISABLED, PREFERRED,"
            + " REQUIRED, VERIFY_CA, VERIFY_IDENTITY",
      })
  void aLineThatCannotBeReadIsRefusedWithItsPlace(String lines, String why) throws IOException {
    Path file = file(lines.replace(';', '\n'));

    assertThatThrownBy(() -> read(NONE, "run", "--defaults-file=" + file))
        .isInstanceOf(BadInputException.class)
        .hasMessage(file + ":" + why);
  }

  @Test
  void linesOfOtherGroupsAndCommentsAreNotJudged() throws IOException {
    Path file = file("[mysqld]\ngarbage line\n; mine\n[client ] # all\nskip-ssl # none\nhost=a\n");

    assertThat(read(NONE, "run", "--defaults-file=" + file).words())
        .containsExactly("run", "--mysql-ssl=off", "--mysql-host=a");
  }

  @Test
  void aFileOfWhichAllIsGivenElsewhereNamesNoServer() throws IOException {
    Path file = file("[client]\nuser=u\npassword=p\n");
    Map<String, String> login = Map.of("BMT_USER", "x", "BMT_PASSWORD", "y");

    assertThatThrownBy(() -> read(login, "run", "--defaults-file=" + file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file + " has only what the environment or the command line gives");
    assertThat(read(login, "run", "--defaults-file=" + file, "--mysql-host=h").words())
        .containsExactly("run", "--mysql-host=h");
    assertThat(read(NONE, "run", "--defaults-file=" + file, "--url=jdbc:mariadb://c/d").words())
        .containsExactly("run", "--url=jdbc:mariadb://c/d", "--user=u", "--password=p");
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
