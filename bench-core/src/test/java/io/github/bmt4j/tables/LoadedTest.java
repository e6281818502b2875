package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadedTest {
  @Test
  void aScriptCanReadItsNumbers() {
    assertThat(new Loaded(4, 800_000, 0, 4_000_000_000L, 512_400_000L).line())
        .isEqualTo(
            "Loaded 800000 rows of 4 tables in 4.000 s (200000 rows/s), indexes in 0.512 s.");
  }

  @Test
  void rowsThatWereThereAreSaidApart() {
    assertThat(new Loaded(1, 250, 750, 500_000_000L, 0).line())
        .isEqualTo(
            "Loaded 250 rows of 1 table in 0.500 s (500 rows/s), indexes in 0.000 s; 750 rows were there already.");
  }
}
