package io.github.bmt4j.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.report.Reason;
import io.github.bmt4j.workload.ConsistencyCheck.Example;
import io.github.bmt4j.workload.ConsistencyCheck.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckedTablesTest {
  private static final CheckedTables CHECKED =
      new CheckedTables(
          1,
          "tpcc",
          "a server",
          1.25,
          List.of(
              new Rule("3.3.2.1", "w_ytd = sum of d_ytd", 0, List.of()),
              new Rule("stock ytd", "s = l", 1, List.of(new Example("w 1, i 5", "3", "2"))),
              new Rule(
                  "stock remote",
                  "lines with ol_delivery_d = all if delivered, or 0",
                  30_000,
                  List.of(new Example("w 1, d 8, o 11", "9", "10")))));

  @Test
  void aLineHasThePlaceAndBothValuesAndFits() {
    assertThat(CHECKED.text())
        .isEqualTo(
            """
            3.3.2.1      w_ytd = sum of d_ytd                              ok
            stock ytd    s = l                                             1 violation
                           w 1, i 5: 3 ≠ 2
            stock remote lines with ol_delivery_d = all if delivered, or 0 30,000 violations
                           w 1, d 8, o 11: 9 ≠ 10

            tpcc: 3 rules checked in 1.3 s, 2 violated
            """);
    assertThat(CHECKED.text().lines()).allMatch(line -> line.length() <= 80);
    assertThat(CHECKED.consistent()).isFalse();
  }

  @Test
  void eachViolatedRuleIsAReason() {
    assertThat(CHECKED.problems())
        .extracting(Reason::text)
        .containsExactly(
            "the tables violate rule stock ytd (s = l): 1 violation, such as w 1, i 5: 3 ≠ 2",
            "the tables violate rule stock remote (lines with ol_delivery_d = all if delivered, or"
                + " 0): 30,000 violations, such as w 1, d 8, o 11: 9 ≠ 10");
    assertThat(CHECKED.json()).contains("\"violations\" : 1,").doesNotContain("problem", "text");
  }
}
