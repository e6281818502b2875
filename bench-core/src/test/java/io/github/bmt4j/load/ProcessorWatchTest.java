package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.ProcessorWatch.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorWatchTest {
  @TempDir Path proc;

  @Test
  void addsUpTheWaitsOfThreadsThatComeAndGo() throws IOException {
    ProcessorWatch watch = new ProcessorWatch(proc);
    stat("cpu  10 20 30 100 5 1 2 3 0 0");
    thread("1", "1000 500 7");
    Reading first = Objects.requireNonNull(watch.read());
    thread("1", "1500 900 9");
    thread("2", "300 100 1");
    watch.look();
    Files.delete(proc.resolve("self/task/2/schedstat"));
    stat("cpu  60 20 40 150 5 1 2 13 0 0");
    Reading used = Objects.requireNonNull(watch.read()).minus(first);

    assertThat(used.ran()).isEqualTo(500 + 300);
    assertThat(used.waited()).isEqualTo(400 + 100);
    assertThat(used.machine()).isEqualTo(1_200_000_000);
    assertThat(used.busy()).isEqualTo(600_000_000);
    assertThat(used.stolen()).isEqualTo(100_000_000);
    assertThat(used.stolenShare()).isBetween(0.083, 0.084);
  }

  @Test
  void readsNothingWhereThereIsNothing() {
    assertThat(new ProcessorWatch(proc).read()).isNull();
  }

  private void stat(String line) throws IOException {
    Files.writeString(proc.resolve("stat"), line + "\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
  }

  private void thread(String id, String line) throws IOException {
    Path folder = Files.createDirectories(proc.resolve("self/task").resolve(id));
    Files.writeString(folder.resolve("schedstat"), line + "\n");
  }
}
