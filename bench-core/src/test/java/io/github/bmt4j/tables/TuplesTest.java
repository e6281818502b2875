package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TuplesTest {
  private final List<String> calls = new ArrayList<>();
  private final PreparedStatement insert =
      (PreparedStatement)
          Proxy.newProxyInstance(
              TuplesTest.class.getClassLoader(),
              new Class<?>[] {PreparedStatement.class},
              (proxy, method, values) -> {
                calls.add(
                    values == null
                        ? method.getName()
                        : method.getName() + " " + values[0] + " " + shown(values[1]));
                return null;
              });

  @Test
  void takesEveryTupleApart() throws SQLException {
    int rows =
        Tuples.addBatch("(1,-5,'a,b)','',NULL),(2,12.50,'(c','x','2020-01-01')", insert, false);
    assertThat(rows).isEqualTo(2);
    assertThat(calls)
        .containsExactly(
            "setLong 1 1",
            "setLong 2 -5",
            "setString 3 a,b)",
            "setString 4 ",
            "setNull 5 0",
            "addBatch",
            "setLong 1 2",
            "setString 2 12.50",
            "setString 3 (c",
            "setString 4 x",
            "setString 5 2020-01-01",
            "addBatch");
  }

  @Test
  void textMayGoAsBytesUnlessItIsNotAscii() throws SQLException {
    Tuples.addBatch("(1,'a,b)',2.5,'')", insert, true);
    Tuples.addBatch("(2,'\u00e4b',2.5,'')", insert, true);
    assertThat(calls)
        .containsExactly(
            "setLong 1 1",
            "setBytes 2 [97, 44, 98, 41]",
            "setString 3 2.5",
            "setBytes 4 []",
            "addBatch",
            "setLong 1 2",
            "setString 2 \u00e4b",
            "setString 3 2.5",
            "setString 4 ",
            "addBatch");
  }

  private static String shown(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }

  @Test
  void countsTheValuesOfTheFirst() {
    assertThat(Tuples.widthOfFirst("(7,'a,(b',NULL),(8,'b',1,2)")).isEqualTo(3);
  }

  @Test
  void whatItDoesNotUnderstandIsNoRow() {
    for (String odd :
        List.of(
            "(1,'it''s')",
            "(1,'a\\'b')",
            "(1,'open",
            "1,2",
            "(1)x(2)",
            "(1),",
            "(1,)",
            "(NOW())",
            "(NULLS)",
            "(1")) {
      assertThatThrownBy(() -> Tuples.addBatch(odd, insert, true))
          .as(odd)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(odd);
    }
  }
}
