package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.report.Reason.Code;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestCase;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results in the forms of CI, read by what reads them there. */
class CiFormsTest {
  /** As Bencher publishes it. */
  private static final String BENCHER =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "type": "object",
       "patternProperties": {".+": {"type": "object",
         "patternProperties": {".+": {"type": "object",
           "properties": {"value": {"type": "number"}, "lower_value": {"type": "number"},
             "upper_value": {"type": "number"}},
           "required": ["value"]}}}}}
      """;

  private static final Given NAMED = new Given(Map.of("name", "check <out> & \"pay\""), List.of());

  private static final RunResult RUN = SampleResults.read("run", RunResult.class);
  private static final FailoverResult FAILOVER =
      judged(SampleResults.read("failover", FailoverResult.class));

  @ParameterizedTest
  @ValueSource(strings = {"run", "run-kinds", "failover", "balance", "statements", "alter"})
  void eachKindOfResultHasAllForms(String sample) throws Exception {
    Result read = SampleResults.read(sample, Result.class);
    Result result = read instanceof FailoverResult failover ? judged(failover) : read;

    ReportTestSuite suite = suite(result);
    assertThat(suite.getTestCases())
        .first()
        .extracting(ReportTestCase::getName)
        .isEqualTo("verdict");
    assertThat(suite.getNumberOfFailures())
        .isEqualTo((result.verdict().valid() ? 0 : 1) + result.failedChecks().size());
    assertThat(
            JsonSchemaFactory.getInstance(VersionFlag.V7)
                .getSchema(BENCHER)
                .validate(json("bencher", result)))
        .isEmpty();
    for (String form : List.of("customBiggerIsBetter", "customSmallerIsBetter")) {
      JsonNode entries = json(form, result);
      assertThat(entries.isArray()).isTrue();
      assertThat(entries)
          .allMatch(one -> one.path("name").isTextual() && one.path("unit").isTextual())
          .allMatch(one -> one.path("value").isNumber())
          .allMatch(
              one -> !one.has("range") || one.path("range").asText().matches("± \\d+\\.\\d{3}"));
    }
    boolean none = !result.verdict().valid() || ResultKind.of(result).figures(result).isEmpty();
    assertThat(json("bencher", result).isEmpty()).isEqualTo(none);
  }

  @Test
  void limitsThatAreKeptAndBrokenAreTestCases() throws Exception {
    ObjectNode tree = ResultJson.tree(RUN).deepCopy();
    tree.withObject("/scenario").putArray("failIf").add("tps<0.001").add("p95 > 0.001ms");
    RunResult limited = ResultJson.read(tree.toString(), RunResult.class);

    ReportTestSuite suite = suite(limited);

    assertThat(suite.getTestCases())
        .extracting(ReportTestCase::getName)
        .containsExactly("verdict", "tps<0.001", "p95 > 0.001ms");
    assertThat(suite.getTestCases())
        .extracting(ReportTestCase::hasFailure)
        .containsExactly(false, false, true);
    assertThat(suite.getTestCases().get(2).getFailureMessage())
        .startsWith("p95: ")
        .endsWith(" is above the limit of 0.001 ms");
    assertThat(suite.getTestCases().get(2).getFailureType()).isEqualTo("FAILED");
    assertThat(suite.getTestCases().get(0).getFullClassName()).isEqualTo("check <out> & \"pay\"");
  }

  @Test
  void theReasonsOfAnInvalidResultAreItsFailureAndItHasNoFigures() throws Exception {
    RunResult invalid = Result.invalid(RUN, Code.INTERRUPTED.of("interrupted & <cut> off"));

    ReportTestCase verdict = suite(invalid).getTestCases().get(0);

    assertThat(verdict.getFailureMessage()).isEqualTo("interrupted & <cut> off");
    assertThat(verdict.getFailureType()).isEqualTo("INVALID");
    assertThat(json("bencher", invalid)).isEmpty();
    assertThat(json("customBiggerIsBetter", invalid)).isEmpty();
  }

  @Test
  void checksThatAFailoverPassesAreTestCases() throws Exception {
    int repetitions = FAILOVER.failover().repetitions().size();

    assertThat(suite(FAILOVER).getTestCases())
        .extracting(ReportTestCase::getName)
        .contains(
            "repetition 1: no acknowledged write is lost",
            "repetition " + repetitions + ": the application recovers");
    assertThat(FAILOVER.checks())
        .filteredOn(check -> check.failure() != null)
        .extracting(Check::failure)
        .containsExactlyElementsOf(FAILOVER.failedChecks());
  }

  @Test
  void figuresOfARunKeepTheirNamesAndRatesHaveTheRangeOfTheIntervals() throws Exception {
    IntervalResult one = RUN.intervals().get(0);
    RunResult run =
        Made.like(RUN)
            .set(
                "intervals",
                List.of(
                    Made.like(one).set("tps", 180.5).record(),
                    Made.like(one).set("tps", 220.25).record(),
                    one))
            .record();
    JsonNode measures = json("bencher", run).path("check <out> & \"pay\"");

    assertThat(measures.path("tps").path("value").asDouble()).isEqualTo(RUN.throughput().tps());
    assertThat(measures.path("tps").path("lower_value").asDouble()).isEqualTo(180.5);
    assertThat(measures.path("tps").path("upper_value").asDouble()).isEqualTo(220.25);
    assertThat(measures.path("p95").path("value").asDouble())
        .isEqualTo(RUN.latency().response().p95());
    assertThat(measures.path("p95").has("lower_value")).isFalse();
    assertThat(json("customBiggerIsBetter", run).findValuesAsText("range"))
        .containsExactly("± 19.875");
    assertThat(names("customBiggerIsBetter")).contains("check <out> & \"pay\": tps");
    assertThat(names("customSmallerIsBetter"))
        .contains("check <out> & \"pay\": p95")
        .doesNotContain("check <out> & \"pay\": tps");
    assertThat(TrackedFigures.name(RUN, Given.NOTHING)).isEqualTo("run oltp_read_write");
    assertThat(TrackedFigures.name(FAILOVER, Given.NOTHING)).isEqualTo("failover");
  }

  @Test
  void aRunOfOwnSqlIsNamedAfterItsFiles() throws IOException {
    ObjectNode tree = ResultJson.tree(RUN).deepCopy();
    ObjectNode scenario = tree.withObject("/scenario").put("workload", "sql");
    ArrayNode files = scenario.withObject("/parameters").putArray("files");
    files.addObject().put("file", "sql/pay.sql").put("weight", 3);
    files.addObject().put("file", "look.sql").putArray("csv").addObject().put("file", "u.csv");

    assertThat(
            TrackedFigures.name(ResultJson.read(tree.toString(), RunResult.class), Given.NOTHING))
        .isEqualTo("run sql/pay.sql look.sql");
  }

  /** With the failed checks of its repetitions, as a measured result has them. */
  private static FailoverResult judged(FailoverResult made) {
    return FailoverResult.of(
        made.scenario(),
        new Head(made.id(), made.startedAt()),
        made.environment(),
        made.warnings(),
        made.failover().repetitions(),
        List.of());
  }

  private static List<String> names(String form) throws IOException {
    return StreamSupport.stream(json(form, RUN).spliterator(), false)
        .map(one -> one.path("name").asText())
        .toList();
  }

  private static ReportTestSuite suite(Result result) throws Exception {
    byte[] xml = text("junit", result).getBytes(StandardCharsets.UTF_8);
    List<ReportTestSuite> suites =
        new TestSuiteXmlParser(new NullConsoleLogger())
            .parse(new InputStreamReader(new ByteArrayInputStream(xml), StandardCharsets.UTF_8));
    assertThat(suites).hasSize(1);
    assertThat(suites.get(0).getNumberOfTests()).isEqualTo(suites.get(0).getTestCases().size());
    return suites.get(0);
  }

  private static JsonNode json(String form, Result result) throws IOException {
    return new ObjectMapper().readTree(text(form, result));
  }

  private static String text(String form, Result result) {
    return ((WholeForm) ReportForm.of(form, result.kind())).text().apply(result, NAMED);
  }
}
