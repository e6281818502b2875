package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The channel to a JVM, whose program is {@link Program}. */
class ChildJvmTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
  private ChildJvm child;

  @BeforeEach
  void start() throws IOException {
    List<String> command = Launch.jvm(List.of("-Xmx32m"), Program.class, List.of());
    child = new ChildJvm("the child", command, null, System::nanoTime, reports::add);
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
        default -> throw new IllegalStateException("on request");
      }
    }
  }
}
