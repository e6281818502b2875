package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.os.Launch;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EndingErrorTest {
  @Test
  void anErrorDuringTheShutdownEndsTheJvm() throws Exception {
    Process jvm =
        new ProcessBuilder(Launch.jvm(List.of("-Xmx32m"), Program.class, List.of()))
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(jvm.waitFor(30, TimeUnit.SECONDS)).as("it has ended").isTrue();
      assertThat(jvm.exitValue()).isEqualTo(ExitCode.NO_TARGET);
      assertThat(jvm.inputReader().lines()).singleElement().asString().startsWith("bmt: ");
    } finally {
      jvm.destroyForcibly();
    }
  }

  /** Its shutdown hook fails. */
  public static final class Program {
    private Program() {}

    /** Ends at once. */
    public static void main(String[] args) {
      EndingError.endCommandFromAnyThread(System.err);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    throw new OutOfMemoryError("a hook's");
                  },
                  "hook"));
    }
  }
}
