package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.os.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The user's command, as the shell runs it. */
@DisabledOnOs(OS.WINDOWS)
class UserCommandTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path temp;

  @Test
  void theShellRunsItAndItsWordsAreKept() throws Exception {
    trigger("echo to n2 && echo no warning >&2").run(LONG, () -> false);
    assertThat(log()).hasContent("to n2\nno warning");
  }

  @Test
  void aCommandThatWaitsForInputFindsItsEnd() throws Exception {
    trigger("cat; echo done").run(LONG, () -> false);
    assertThat(log()).hasContent("done");
  }

  @Test
  void aCommandThatFailsIsQuotedWithItsCode() {
    fails("echo 'no such'; echo '  cluster'; exit 3")
        .hasMessage("the trigger ended with 3: no such cluster");
    fails("no-such-command-of-ours")
        .hasMessageStartingWith("the trigger ended with 127: ")
        .hasMessageContaining("no-such-command-of-ours");
    fails("i=0; while [ $i -lt 900 ]; do echo begin; i=$((i+1)); done; echo the end; false")
        .hasMessageStartingWith("the trigger ended with 1: ")
        .hasMessageEndingWith("the end")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  @Test
  void anExitCodeIsKnownOnlyOfACommandThatEndsByItself() throws Exception {
    UserCommand ended = trigger("echo at the end; exit 7");
    UserCommand killed = trigger("echo > child; sleep 100");
    AtomicInteger ends = new AtomicInteger();

    assertThatThrownBy(() -> ended.run(LONG, () -> false, ends::incrementAndGet))
        .hasMessage("the trigger ended with 7: at the end");
    assertThat(ended.exitCode()).isEqualTo(7);
    assertThat(ended.lastWords()).isNull();
    assertThatThrownBy(() -> killed.run(LONG, () -> written("child"), ends::incrementAndGet));
    assertThat(killed.exitCode()).isNull();
    assertThat(ends).hasValue(2);
  }

  @Test
  void aCommandThatTakesTooLongEndsWithAllThatItStarted() throws Exception {
    fails(
            "sh -c 'sleep 100 & echo $! > grandchild; wait' & echo $! > child; wait",
            Duration.ofSeconds(1),
            () -> false)
        .hasMessage("the trigger did not end within 1 s");
    assertThat(ended("child")).isTrue();
    assertThat(ended("grandchild")).isTrue();
  }

  @RepeatedTest(5)
  void aCommandThatIsGivenUpDoesNotGoOnToItsNextStep() throws Exception {
    fails("echo $$ > child; sleep 100; touch promoted", LONG, () -> written("child"))
        .hasMessage("stopped");
    assertThat(ended("child")).isTrue();
    assertThat(temp.resolve("promoted")).doesNotExist();
  }

  @Test
  void passwordsOfItsOutputAreNeitherKeptNorQuoted() {
    fails(
            "echo 'jdbc:mariadb://h/d?user=u&password=geheim1'; echo 'mysql -uroot -pgeheim2 -h h';"
                + " echo '{\"password\": \"geheim3\"}'; echo --password=geheim4; exit 1")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("geheim").contains("-h h"));
    assertThat(log()).content().doesNotContain("geheim").contains("-uroot");
  }

  @Test
  void whatTheCommandKnowsIsHiddenWhereverItIsPrinted() {
    fails(
            "set -- --password geheim5; MYSQL_PWD=geheim6 sh -c 'echo i: $MYSQL_PWD';"
                + " echo login $2 'hush+hush' refused; exit 1")
        .hasMessage("the trigger ended with 1: i: *** login *** *** refused");
    assertThat(log()).hasContent("i: ***\nlogin *** *** refused");
  }

  @Test
  void theCommandIsNotOnTheProcessList() throws Exception {
    trigger("ps -o args= -p $$").run(LONG, () -> false);
    assertThat(log()).content().contains("sh -c").doesNotContain("ps -o args");
  }

  @Test
  void aCommandThatWillNotEndIsKilled() throws Exception {
    fails(
        "trap '' TERM; echo $$ > child; while :; do sleep 1; done",
        Duration.ofSeconds(1),
        () -> false);
    assertThat(ended("child")).isTrue();
  }

  @Test
  void aCommandEndsWhenTheRunIsStopped() throws Exception {
    fails("sleep 100 & echo $! > child; wait", LONG, () -> written("child")).hasMessage("stopped");
    assertThat(ended("child")).isTrue();
  }

  @Test
  void aCommandEndsWhenItsThreadIsInterrupted() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread runner =
        new Thread(
            () -> {
              try {
                trigger("sleep 100 & echo $! > child; wait").run(LONG, () -> false);
              } catch (TargetException e) {
                thrown.set(Thread.currentThread().isInterrupted() ? e : null);
              }
            });
    runner.start();
    for (int poll = 0; poll < 1_000 && !written("child"); poll++) {
      Thread.sleep(10);
    }
    runner.interrupt();
    runner.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(thrown.get()).hasMessage("interrupted");
    assertThat(ended("child")).isTrue();
  }

  @Test
  void whatACommandLeavesBehindWhenItEndsWellIsItsOwnAffair() throws Exception {
    trigger("sleep 100 & echo $! > child").run(LONG, () -> false);
    ProcessHandle left = ProcessHandle.of(pid("child")).orElseThrow();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
  }

  /** It still writes to the file that had the output, which is no longer there. */
  @Test
  void whatIsPrintedAfterItsEndIsNotKept() throws Exception {
    trigger("(until [ -e ended ]; do sleep 0.05; done; echo hush+hush; echo > printed) & echo all")
        .run(LONG, () -> false);
    Files.createFile(temp.resolve("ended"));
    for (int poll = 0; poll < 1_000 && !written("printed"); poll++) {
      Thread.sleep(10);
    }
    assertThat(temp.resolve("printed")).exists();
    assertThat(log()).hasContent("all");
  }

  /** The cut goes through the middle of a secret. */
  @Test
  void theEndOfALongOutputIsKeptWithoutItsFirstLine() throws Exception {
    String lines =
        "yes x 2>/dev/null | head -c 1000; echo token=hush+hush; echo begin;"
            + " yes y 2>/dev/null | head -c 4194285; echo; echo the end";
    assertThat(trigger(lines).run(LONG, () -> false)).startsWith("begin\ny\n").endsWith("end\n");
    assertThat(log()).content().startsWith("begin\ny\n").endsWith("\nthe end\n");
  }

  @Test
  void itIsToldNothingOfWhatTheUserToldUs() throws Exception {
    List<String> command =
        Launch.jvm(
            List.of(), Caller.class, List.of("env; echo $FOR_THE_TRIGGER", log().toString()));
    ProcessBuilder caller = new ProcessBuilder(command).redirectErrorStream(true);
    caller.environment().put("BMT_PASSWORD", "secret");
    caller.environment().put("FOR_THE_TRIGGER", "this");
    Process called = caller.start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(called.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.lines()).containsExactly("ran");
    }
    assertThat(Files.readString(log()))
        .doesNotContain("BMT_")
        .doesNotContain("secret")
        .endsWith("this\n");
  }

  /** A JVM of its own that runs a trigger: the environment of ours cannot be changed. */
  static final class Caller {
    private Caller() {}

    public static void main(String[] arguments) throws Exception {
      Path log = Path.of(arguments[1]);
      new UserCommand(
              "the trigger", arguments[0], words -> Files.writeString(log, words), Secret.NONE)
          .run(LONG, () -> false);
      System.out.println("ran");
    }
  }

  private AbstractThrowableAssert<?, ?> fails(String script) {
    return fails(script, LONG, () -> false);
  }

  private AbstractThrowableAssert<?, ?> fails(
      String script, Duration patience, BooleanSupplier stopped) {
    return assertThatThrownBy(() -> trigger(script).run(patience, stopped))
        .isInstanceOf(TargetException.class);
  }

  private UserCommand trigger(String script) {
    return new UserCommand(
        "the trigger",
        "cd '" + temp + "' && { " + script + "; }",
        words -> Files.writeString(log(), words),
        Secret.of("hush+hush"));
  }

  private Path log() {
    return temp.resolve("trigger.log");
  }

  private boolean written(String file) {
    try {
      return Files.exists(temp.resolve(file))
          && Files.readString(temp.resolve(file)).endsWith("\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long pid(String file) throws Exception {
    return Long.parseLong(Files.readString(temp.resolve(file)).strip());
  }

  /** Whether the process whose number is in a file has ended; kills it if not. */
  private boolean ended(String file) throws Exception {
    ProcessHandle process = ProcessHandle.of(pid(file)).orElse(null);
    if (process == null || !process.isAlive()) {
      return true;
    }
    process.destroyForcibly();
    return false;
  }
}
