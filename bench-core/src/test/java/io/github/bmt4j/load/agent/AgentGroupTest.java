package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.ParentJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions to all agents at once, which end whatever becomes of a question. */
class AgentGroupTest {
  private static final List<String> COMMAND =
      Launch.jvm(List.of("-Xmx32m"), Program.class, List.of());

  private AgentGroup group;

  @BeforeEach
  void start() {
    List<AgentSpec> specs =
        List.of(new AgentSpec("one", COMMAND, Map.of()), new AgentSpec("two", COMMAND, Map.of()));
    group = UsedAgents.start(specs, Hello.own());
  }

  @AfterEach
  void close() {
    group.close();
  }

  @Timeout(30)
  @Test
  void anErrorInAQuestionEndsTheWaitForItsAnswer() {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {});
    try {
      assertThatThrownBy(
              () ->
                  group.all(
                      Duration.ofMinutes(10),
                      agent -> {
                        if (agent.name().equals("two")) {
                          throw new StackOverflowError("on request");
                        }
                        return agent.name();
                      }))
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(StackOverflowError.class);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Timeout(30)
  @Test
  void anAgentThatDoesNotReadItsQuestionIsGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                group.all(
                    Duration.ZERO,
                    agent -> {
                      if (agent.name().equals("two")) {
                        awaited(never);
                      }
                      return agent.name();
                    }))
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("agent two does not read what it is sent");
    assertThat(group.agents().get(1).lost()).isEqualTo("agent two does not read what it is sent");
    never.countDown();
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An agent that has no load. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws IOException {
      ParentJvm.begin();
      ParentJvm.serve(Program::execute);
    }

    private static void execute(ParentJvm.Request request) {
      String answer =
          switch (request.text().split(" ", 2)[0]) {
            case "hello" -> Wire.text(Hello.own());
            case "time" -> Long.toString(System.nanoTime());
            default -> "";
          };
      request.answer(answer);
    }
  }
}
