package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.os.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders, as the shell reads what stands in their place. */
@DisabledOnOs(OS.WINDOWS)
class ToolCommandTest {
  private static final Path LOGIN = Path.of("/work/a b/login.cnf");
  private static final String CLAUSE = "ADD COLUMN x VARCHAR(9) DEFAULT 'it''s \"$HOME\" `id`'";

  @ParameterizedTest
  @ValueSource(strings = {"{alter}", "'{alter}'", "\"{alter}\""})
  void theToolGetsTheClauseAsOneWordHoweverItIsQuoted(String word) throws Exception {
    assertThat(shell(tool("printf '[%s]' --alter=" + word + " last").filled(LOGIN)))
        .isEqualTo("[--alter=" + CLAUSE + "][last]");
  }

  @Test
  void plainValuesMayStandInsideQuotes() throws Exception {
    assertThat(
            shell(
                tool("printf '[%s]' \"h={host},P={port},D=\"{database}',t='{table}").filled(LOGIN)))
        .isEqualTo("[h=127.0.0.1,P=3307,D=shop,t=orders]");
    assertThat(shell(tool("printf '[%s]' F={defaults-file},h={host}").filled(LOGIN)))
        .isEqualTo("[F=/work/a b/login.cnf,h=127.0.0.1]");
  }

  /** Quotes of others end before it and begin behind it. */
  @Test
  void theClauseMayStandBetweenQuotesAndAfterOnesThatAreNone() throws Exception {
    assertThat(shell(tool("printf '[%s]' 'a '{alter}' z' \\' \"\\\"\"{alter} \\\\").filled(LOGIN)))
        .isEqualTo("[a " + CLAUSE + " z]['][\"" + CLAUSE + "][\\]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "sh -c 'pt-osc --alter {alter} | tee x' ; {alter}",
        "printf \"--alter={alter}\" ; {alter}",
        "printf \"a \\\" {alter}\" ; {alter}",
        "echo `cat {defaults-file}` ; {defaults-file}",
        "echo 'D={database},t={table}' ; {database}",
        "echo \"t={table},h={host}\" ; {table}"
      })
  void refusesWhereAValueCouldNotBeQuoted(String command, String name) {
    assertThatThrownBy(() -> ToolCommand.check(command))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--tool: "
                + name
                + " stands inside longer quotes: write it outside of them, or put the command into"
                + " a script");
  }

  @Test
  void bracesOfTheShellStay() {
    assertThat(tool("a ${host} {A,b} { print; } '{}'").filled(LOGIN))
        .isEqualTo("a ${host} {A,b} { print; } '{}'");
  }

  @ParameterizedTest
  @CsvSource({
    "tool --alter {altr}, --tool: there is no {altr}; give one of {alter} {database}",
    "no-such-tool-of-ours {alter}, --tool: this machine has no program no-such-tool-of-ours",
    "/no/such/tool, --tool: this machine has no program /no/such/tool",
    "'  ', --tool is empty: give a command"
  })
  void refusesWhatCannotWork(String command, String message) {
    assertThatThrownBy(() -> ToolCommand.check(command))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sh -c true", "exit 3", "cd /tmp && ls {table}", "A=1 no-such-tool", "/bin/sh x"})
  void takesWhatAShellRuns(String command) {
    assertThatCode(() -> ToolCommand.check(command)).doesNotThrowAnyException();
  }

  @Test
  void loginIsTheUrlsWhereItHasOne() {
    assertThat(tool("x").login()).isEqualTo("[client]\nuser=app\npassword=\"a\\\\b\\\"c#d\"\n");
    Target own =
        new Target(
            "t", "jdbc:mariadb://h/shop?user=me&password=mine", "app", Secret.of("x"), false);
    assertThat(new ToolCommand("x", own, "shop", "orders", "FORCE").login())
        .isEqualTo("[client]\nuser=me\npassword=\"mine\"\n");
  }

  private static ToolCommand tool(String text) {
    Target target =
        new Target("t", "jdbc:mariadb://localhost:3307/shop", "app", Secret.of("a\\b\"c#d"), false);
    return new ToolCommand(text, target, "shop", "orders", CLAUSE);
  }

  private static String shell(String command) throws Exception {
    return Launch.ask(List.of("/bin/sh", "-c", command), Duration.ofSeconds(20)).text();
  }
}
