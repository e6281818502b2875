package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlterTableOptionsTest {
  @ParameterizedTest
  @CsvSource({"1g,4473924", "500M,2184533", "240k,1024", "1.5gb,6710886"})
  void sizeBecomesRowsOf240Bytes(String size, long rows) {
    assertThat(options("--size=" + size).rows()).isEqualTo(rows);
  }

  @Test
  void rowsAreTakenAsGiven() {
    assertThat(options("--table-size=20000").rows()).isEqualTo(20_000);
    assertThat(options("--table-size=20000").rows()).isEqualTo(20_000);
    assertThat(options("--table-size=2m").rows()).isEqualTo(2_000_000);
    assertThat(options().rows()).isEqualTo(1_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--size=1",
        "--size=1t",
        "--size=0k",
        "--table-size=0",
        "--table-size=1e6",
        "--table-size=-1"
      })
  void refusesOthers(String word) {

    assertThatThrownBy(() -> options(word).rows())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(": give ");
  }

  @Test
  void refusesBothAndStrangeNames() {
    assertThatThrownBy(() -> options("--size=1g", "--table-size=5").rows())
        .isInstanceOf(BadInputException.class)
        .hasMessage("--table-size and --size both set the size: give one of them");
    assertThatThrownBy(() -> options("--table=a b").name(null))
        .isInstanceOf(BadInputException.class);
  }

  private static AlterTableOptions options(String... words) {
    return Parsed.of(new AlterTableOptions(), words);
  }
}
