package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.os.Folders;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How server binaries come into a cache that has none. */
class EmbeddedBinariesIT {
  @TempDir Path cache;

  @Tag("extended")
  @Test
  void unpacksOnceThoughOneCommandIsKilledAndTwoRunAtOnce() throws Exception {
    ItServers.embedded();
    List<String> arguments = List.of("embedded", cache.toString());
    Path binaries = cache.resolve("binaries");
    try (Child killed = Child.start(List.of(), arguments)) {
      while (Folders.children(binaries).stream().noneMatch(f -> f.toString().endsWith("partial"))) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      killed.close();
      killed.awaitEnd();
    }
    assertThat(homes(binaries)).isEmpty();
    try (Child first = Child.start(List.of(), arguments);
        Child second = Child.start(List.of(), arguments)) {
      assertThat(first.server().pid()).isNotEqualTo(second.server().pid());
      assertThat(homes(binaries)).hasSize(1);
      assertThat(Folders.children(binaries)).noneMatch(f -> f.toString().endsWith("partial"));
      first.handle().destroy();
      second.handle().destroy();
      first.awaitEnd();
      second.awaitEnd();
    }
  }

  private static List<Path> homes(Path binaries) throws IOException {
    return Folders.children(binaries).stream()
        .filter(Files::isDirectory)
        .filter(folder -> !folder.toString().endsWith("partial"))
        .filter(folder -> !folder.toString().endsWith(".data-1"))
        .toList();
  }
}
