package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that workloads share on the command line. */
class WorkloadOptionsTest {
  private static final DeclaredOption<?> SORT_OR_GROUP =
      DeclaredOption.choice("query", "all", List.of("all", "sort", "group"), "the query");
  private static final DeclaredOption<?> ROLLUP =
      DeclaredOption.choice("query", "all", List.of("all", "rollup"), "the query of another");

  @Test
  void choicesAreShownWhereAllWorkloadsHaveTheSame() {
    assertThat(DeclaredOptions.label(List.of(SORT_OR_GROUP, SORT_OR_GROUP)))
        .isEqualTo("all|sort|group");
    assertThat(DeclaredOptions.label(List.of(SORT_OR_GROUP, ROLLUP))).isEqualTo("<word>");
    assertThat(DeclaredOptions.description(List.of(SORT_OR_GROUP, ROLLUP)))
        .isEqualTo("the query (default all)");
  }

  @Test
  void everyDefaultIsSaid() {
    DeclaredOption<?> few = DeclaredOption.integer("rows", 1000, 1, 9999, "rows");
    DeclaredOption<?> many = DeclaredOption.integer("rows", 5000, 1, 9999, "rows");
    assertThat(DeclaredOptions.description(List.of(few, few))).isEqualTo("rows (default 1000)");
    assertThat(DeclaredOptions.description(List.of(few, many, few)))
        .isEqualTo("rows (default, by workload: 1000 or 5000)");
  }

  @Test
  void anOptionOfTwoWorkloadsTakesTheWordsOfBoth() {
    WorkloadOptions options = new WorkloadOptions();
    CommandSpec command = CommandSpec.create();
    options.addTo(command);
    OptionSpec query = command.findOption("--query");
    assertThat(query.paramLabel()).isEqualTo("<word>");
    assertThat(query.description())
        .containsExactly("the query that is run; all: they take turns (default all)");
    new CommandLine(command).parseArgs("--query", "rollup", "--table-size", "5000");
    Workload statistics = Catalogue.byName("statistics");
    Params params = options.params(statistics);
    assertThat(params.text("query")).isEqualTo("rollup");
    assertThat(params.number("table-size")).isEqualTo(5000);
  }
}
