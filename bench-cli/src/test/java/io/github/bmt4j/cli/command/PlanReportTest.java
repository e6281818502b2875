package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.script.StatementPlan;
import io.github.bmt4j.workload.script.StatementPlan.Access;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanReportTest {
  private static final String LONG = "a_table_of_a_very_long_name_that_some_generator_has_made";

  @Test
  void fullScansAreNamedAndLinesFit80Columns() {
    List<StatementPlan> plans =
        List.of(
            new StatementPlan(
                "a.sql:1",
                "SELECT x\n  FROM t",
                List.of(
                    new Access("t", "ALL", null, 1_234_567L, "Using where"),
                    new Access("<derived2>", "ALL", null, 7L, ""),
                    new Access(LONG, "index", LONG, 1L, "Using index; Using temporary"),
                    new Access(null, null, null, null, "No tables used")),
                "\\gset expects one row, and got 0"),
            new StatementPlan(
                "b.sql:1",
                "INSERT INTO " + LONG + " VALUES (?" + ", ?".repeat(200) + ")",
                List.of(new Access("t", "ALL", null, null, "")),
                ""),
            new StatementPlan("b.sql:2", "COMMIT", List.of(), "not supported by EXPLAIN"));
    String text = PlanReport.text(plans, 1000);

    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(text)
        .startsWith(
            """
            a.sql:1 SELECT x FROM t
                FULL SCAN of t, ALL, about 1,234,567 rows, Using where
                <derived2>, ALL, about 7 rows
            """)
        .contains(
            "    FULL SCAN of " + LONG + ",",
            "    no table, No tables used\n    note  \\gset expects one row, and got 0\nb.sql:1 ",
            "…\n    t\nb.sql:2 COMMIT\n    no plan  not supported by EXPLAIN\n")
        .endsWith("3 statements, 2 full scans\n");
  }
}
