package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.experiment.Verdict.Status;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * {@code bmt preset run --with-published}: what was measured, and its page, beside what was
 * published. {@link CommandsOnTpccIT} has the study of {@code tpcc}, whose tables take long to
 * load.
 */
@Execution(ExecutionMode.CONCURRENT)
class PublishedStudiesIT {
  private static final String SMALLEST = "0.000001";

  /** Every scenario of a study, and what it ends with. */
  @Tag("extended")
  @Test
  void aWholeStudyEndsWithRatiosAndOnePage() throws IOException {
    Study study = Study.run(Servers.EMBEDDED.database(), "aws-2016", SMALLEST, 2);

    assertThat(study.ended().out())
        .contains("oltp-read-write-32t", "2084.99", "alter-add-column", "statistics-query")
        .endsWith("aws-2016.html\n");
    if (comparable(study) > 1) { // Otherwise the machine was busy.
      assertThat(study.ended().out()).containsPattern("Ratios to A [^\n]*\nscenario +A +B ratio");
      assertThat(study.page().path("title").asText())
          .containsPattern(" is (shown to be )?first in ");
    }
    List<String> scenarios =
        List.of(
            "aws-2016-statistics",
            "aws-2016-alter",
            "aws-2016-oltp-read-write",
            "aws-2016-oltp-read-500",
            "aws-2016-oltp-write-1000");
    assertThat(study.pieces("heading"))
        .filteredOn(heading -> heading.path("id").asText().startsWith("part"))
        .extracting(heading -> heading.path("text").asText())
        .containsExactlyElementsOf(scenarios);
    assertThat(study.tables("Published figures"))
        .hasSameSizeAs(scenarios)
        .allSatisfy(table -> assertThat(table.at("/bars/column").asInt()).isEqualTo(4));
    JsonNode systems = study.tables("Systems by scenarios, with their places").get(0);
    assertThat(systems.path("head")).hasSize(1 + scenarios.size());
    assertThat(systems.path("rows"))
        .extracting(row -> row.path(0).asText())
        .contains("idc-fusionio", "aurora-r3.2x");
    assertThat(systems.path("rows"))
        .filteredOn(row -> row.path(0).asText().equals("idc-fusionio"))
        .extracting(row -> row.path(3).asText())
        .containsExactly("2084.99 1/s (1.)");
  }

  /** Scenarios of a study whose results are all VALID: the others are not compared. */
  private static long comparable(Study study) {
    return study.ended().stored().stream()
        .collect(
            Collectors.groupingBy(
                one -> one.labels().get("scenario"),
                Collectors.reducing(
                    true,
                    one -> one.result().verdict().status() == Status.VALID,
                    Boolean::logicalAnd)))
        .values()
        .stream()
        .filter(valid -> valid)
        .count();
  }

  @Test
  void theSweepIsDrawnBesideTheOneThatWasPublished() throws IOException {
    Study study = Study.run(Servers.EMBEDDED.database(), "thread-sweep-2-1024", "0.004", 1);

    assertThat(study.ended().out()).contains("graviton2", "p95");
    assertThat(study.pieces("chart").get(0).path("plots"))
        .extracting(plot -> plot.at("/lines/0/label").asText())
        .containsExactly(
            "transactions/s",
            "published: aurora-mysql-x64-8x",
            "published: aurora-mysql-graviton2-8x");
  }
}
