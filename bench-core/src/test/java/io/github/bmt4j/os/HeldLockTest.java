package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldLockTest {
  @TempDir Path temp;

  @Test
  void isHeldOnceUntilItIsClosed() throws Exception {
    Path file = temp.resolve("a/lock");
    HeldLock first = HeldLock.tryHold(file).orElseThrow();
    assertThat(HeldLock.tryHold(file)).isEmpty();
    assertThat(HeldLock.tryHold(temp.resolve("a/../a/lock"))).isEmpty();
    assertThatThrownBy(() -> HeldLock.await(file, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 s");
    first.close();
    first.close();
    HeldLock.await(file, 1).close();
  }
}
