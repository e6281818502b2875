package io.github.bmt4j.engine.alter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.analysis.SpaceNeed.AlterKind;
import io.github.bmt4j.workload.ServerKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlterRoomTest {
  @ParameterizedTest
  @CsvSource({
    "true, 10, 2, INPLACE_REBUILD",
    "true, 10, 3, INSTANT",
    "true, 11, 4, INSTANT",
    "false, 5, 7, INPLACE_REBUILD",
    "false, 8, 0, INSTANT",
    "false, 9, 7, INSTANT"
  })
  void columnIsAddedAtOnceWhereTheServerHasIt(
      boolean mariaDb, int major, int minor, AlterKind kind) {
    ServerKind server = new ServerKind(mariaDb, major, minor);

    assertThat(AlterRoom.kind(AlterChange.ADD_COLUMN, "default", server)).isEqualTo(kind);
  }

  @Test
  void whatTheUserAsksForIsWhatItWillBe() {
    ServerKind old = new ServerKind(false, 5, 7);

    assertThat(AlterRoom.kind(AlterChange.ADD_COLUMN, "instant", old)).isEqualTo(AlterKind.INSTANT);
    assertThat(AlterRoom.kind(AlterChange.ADD_INDEX, "copy", old)).isEqualTo(AlterKind.COPY);
    assertThat(AlterRoom.kind(AlterChange.ADD_INDEX, "inplace", old))
        .isEqualTo(AlterKind.ADD_INDEX);
    assertThat(AlterRoom.kind(AlterChange.OPTIMIZE, "default", old))
        .isEqualTo(AlterKind.INPLACE_REBUILD);
  }
}
