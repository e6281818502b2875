package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.experiment.Verdict.Status;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * {@code bmt preset run --with-published}: what was measured, and its page, beside what was
 * published. {@link TpccCommandsIT} has the study of {@code tpcc}, whose tables take long to load.
 */
@Execution(ExecutionMode.CONCURRENT)
class PublishedStudiesIT {
  private static final String SMALLEST = "0.000001";

  /** Every scenario of a study, and what it ends with. */
  @Tag("extended")
  @Test
  void aWholeStudyEndsWithPlacesAndOnePage() throws IOException {
    Study study = Study.run(Servers.EMBEDDED.database(), "aws-2016", SMALLEST, 2);

    assertThat(study.ended().out())
        .contains("oltp-read-write-32t", "2084.99", "alter-add-column", "statistics-query")
        .endsWith("aws-2016.html\n");
    JsonNode page = study.page();
    if (comparable(study) > 1) {
      assertThat(study.ended().out())
          .containsPattern("places by scenario\nscenario +1st +2nd +better by");
      assertThat(page.path("summary").asText()).startsWith("places by scenario");
    } else { // On a busy machine.
      assertThat(study.ended().out()).doesNotContain("places by scenario");
      assertThat(page.path("summary").asText()).isEmpty();
    }
    assertThat(page.path("parts"))
        .extracting(part -> part.path("title").asText())
        .containsExactly(
            "aws-2016-statistics",
            "aws-2016-alter",
            "aws-2016-oltp-read-write",
            "aws-2016-oltp-read-500",
            "aws-2016-oltp-write-1000");
    assertThat(page.path("parts"))
        .allSatisfy(part -> assertThat(part.path("results")).hasSize(2))
        .allSatisfy(part -> assertThat(part.at("/published/bars/column").asInt()).isEqualTo(4));
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
    assertThat(study.page().at("/parts/0/charts/0/plots"))
        .extracting(plot -> plot.at("/lines/0/label").asText())
        .containsExactly(
            "transactions/s",
            "published: aurora-mysql-x64-8x",
            "published: aurora-mysql-graviton2-8x");
  }

  @Tag("extended")
  @Test
  void localStorageIsShownWithTheSharesThatWerePublished() throws IOException {
    Study study = Study.run(Servers.EMBEDDED.database(), "aurora-local-storage", SMALLEST, 1);

    assertThat(study.ended().out()).contains("temporary-table", "149");
    assertThat(study.page().at("/parts/0/published/rows")).hasSize(12);
  }
}
