package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An agent whose controller says nothing any more, but holds the channel open. */
@Execution(ExecutionMode.CONCURRENT)
class SilentControllerIT {
  @Test
  void anAgentSaysThatItHeardNothingBeforeItEnds() throws Exception {
    List<String> command = Launch.jvm(List.of("-Xmx32m"), LonelyAgent.class, List.of());
    Process agent = new ProcessBuilder(command).start();
    try {
      CompletableFuture<String> answers = text(agent.getInputStream());
      CompletableFuture<String> errors = text(agent.getErrorStream());
      long began = System.nanoTime();
      agent.getOutputStream().write("1 time\n".getBytes(StandardCharsets.UTF_8));
      agent.getOutputStream().flush();

      assertThat(agent.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(5));
      assertThat(agent.exitValue()).isEqualTo(4);
      assertThat(errors.get(10, TimeUnit.SECONDS))
          .isEqualTo("heard nothing of its controller for 5 s, so it ended its load\n");
      assertThat(answers.get(10, TimeUnit.SECONDS)).as("of the one request").matches("1 ok \\d+\n");
    } finally {
      agent.destroyForcibly();
    }
  }

  private static CompletableFuture<String> text(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** An agent that {@link AgentsIT}, which looks for agents that are left, does not find. */
  static final class LonelyAgent {
    private LonelyAgent() {}

    public static void main(String[] arguments) throws IOException {
      AgentMain.main(new String[0]);
    }
  }
}
