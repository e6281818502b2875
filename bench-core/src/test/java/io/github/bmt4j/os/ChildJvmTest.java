package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The channel to a JVM, whose program is {@link Program}. */
class ChildJvmTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
  private ChildJvm child;

  @BeforeEach
  void start() throws IOException {
    List<String> command = Launch.jvm(List.of("-Xmx32m"), Program.class, List.of());
    child =
        new ChildJvm(
            "the child", command, Map.of("GIVEN", "x"), null, System::nanoTime, reports::add);
  }

  @AfterEach
  void close() {
    child.close();
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void answersHaveTheirTimeAndReportsComeUnasked() throws Exception {
    long before = System.nanoTime();
    ChildJvm.Answer answer = child.ask("echo a  b", LIMIT);

    assertThat(answer.text()).isEqualTo("a  b");
    assertThat(answer.heardNanos()).isBetween(before, System.nanoTime());
    assertThat(reports.poll(30, TimeUnit.SECONDS)).isEqualTo("echo a  b");
  }

  @Test
  void itsEnvironmentHasTheVariablesThatAreGiven() throws Exception {
    assertThat(child.ask("variable GIVEN", LIMIT).text()).isEqualTo("x");
  }

  @Test
  void saysWhyARequestFails() {
    assertThatThrownBy(() -> child.ask("fail no", LIMIT))
        .isInstanceOf(IOException.class)
        .hasMessage("no");
  }

  @Test
  void whatIsPrintedIsNoAnswer() throws Exception {
    assertThat(child.ask("print all ok now", LIMIT).text()).isEmpty();
    assertThat(child.ask("echo x", LIMIT).text()).isEqualTo("x");
  }

  @Test
  void whatIsPrintedAsErrorsDoesNotSplitAnAnswer() throws Exception {
    assertThat(child.ask("mutter", LIMIT).text()).isEmpty();
    assertThatThrownBy(() -> child.ask("die", LIMIT)).hasMessageContaining("half a line");
  }

  @Test
  void doesNotWaitLongerThanItsLimit() throws Exception {
    assertThat(child.ask("echo up", LIMIT).text()).isEqualTo("up");
    assertThatThrownBy(() -> child.ask("sleep", Duration.ofSeconds(1)))
        .hasMessage("the child does not answer within 1 s: sleep");
    assertThat(child.ask("echo late", LIMIT).text()).isEqualTo("late");
  }

  @Test
  void anEndHasItsExitCodeAndTheLastLines() {
    assertThatThrownBy(() -> child.ask("die", LIMIT))
        .hasMessageStartingWith("the child has ended (exit code 70): ")
        .hasMessageEndingWith("; main ended early: java.lang.IllegalStateException: on request");
    assertThatThrownBy(() -> child.ask("echo x", LIMIT))
        .hasMessageStartingWith("the child has ended (exit code 70)");
  }

  /** It would fill the memory of this JVM. */
  @ParameterizedTest
  @ValueSource(strings = {"endless-output", "endless-errors"})
  void anEndlessLineEndsTheChild(String request) {
    assertThatThrownBy(() -> child.ask(request, LIMIT))
        .hasMessage(
            "the child has ended (exit code 137): it sent a line of more than 8388608 characters");
    child.close();
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void aLineOfManyCharactersIsAnAnswer() throws Exception {
    assertThat(child.ask("long 2000000", LIMIT).text()).hasSize(2_000_000);
  }

  /** Executes the requests of the tests. */
  static final class Program {
    public static void main(String[] arguments) throws IOException {
      ParentJvm.begin();
      ParentJvm.serve(Program::execute);
    }

    private static void execute(ParentJvm.Request request) {
      String[] words = request.text().split(" ", 2);
      switch (words[0]) {
        case "echo" -> {
          request.answer(words[1]);
          ParentJvm.report(request.text());
        }
        case "fail" -> request.fail(words[1]);
        case "print" -> {
          System.out.println(words[1]);
          request.answer("");
        }
        case "mutter" -> {
          System.err.print("half a line");
          request.answer("");
        }
        case "sleep" -> {}
        case "variable" -> request.answer(String.valueOf(System.getenv(words[1])));
        case "long" -> request.answer("x".repeat(Integer.parseInt(words[1])));
        case "endless-output" -> writeForEver(FileDescriptor.out);
        case "endless-errors" -> writeForEver(FileDescriptor.err);
        default -> throw new IllegalStateException("on request");
      }
    }

    private static void writeForEver(FileDescriptor stream) {
      byte[] some = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
      try (FileOutputStream output = new FileOutputStream(stream)) {
        while (true) {
          output.write(some);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
