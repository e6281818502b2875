package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.preflight.SpaceNeed.AlterKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlterRoomTest {
  @ParameterizedTest
  @CsvSource({
    "MARIADB, 10, 2, INPLACE_REBUILD",
    "MARIADB, 10, 3, INSTANT",
    "MARIADB, 11, 4, INSTANT",
    "MYSQL, 5, 7, INPLACE_REBUILD",
    "MYSQL, 8, 0, INSTANT",
    "MYSQL, 9, 7, INSTANT"
  })
  void columnIsAddedAtOnceWhereTheServerHasIt(
      ServerProduct.Flavor flavor, int major, int minor, AlterKind kind) {
    ServerProduct server = new ServerProduct(flavor, major, minor, 0);

    assertThat(AlterChange.ADD_COLUMN.kind(Algorithm.DEFAULT, server)).isEqualTo(kind);
  }

  @Test
  void whatTheUserAsksForIsWhatItWillBe() {
    ServerProduct old = new ServerProduct(Flavor.MYSQL, 5, 7, 0);

    assertThat(AlterChange.ADD_COLUMN.kind(Algorithm.INSTANT, old)).isEqualTo(AlterKind.INSTANT);
    assertThat(AlterChange.ADD_INDEX.kind(Algorithm.COPY, old)).isEqualTo(AlterKind.COPY);
    assertThat(AlterChange.ADD_INDEX.kind(Algorithm.INPLACE, old)).isEqualTo(AlterKind.ADD_INDEX);
    assertThat(AlterChange.OPTIMIZE.kind(Algorithm.DEFAULT, old))
        .isEqualTo(AlterKind.INPLACE_REBUILD);
  }
}
