package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenFilesTest {
  @Test
  void aLimitThatLeavesTooLittleRoomIsNamedWithTheCommandThatRaisesIt() {
    assertThat(OpenFiles.shortage(100, 92, 8)).isEmpty();
    assertThat(OpenFiles.shortage(100, 92, 9))
        .contains(
            "the limit of open files is too low: 100 may be open, 92 are, and about 101 are needed;"
                + " raise it, as in ulimit -n 202");
  }
}
