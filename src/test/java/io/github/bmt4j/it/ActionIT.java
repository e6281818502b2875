package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The steps of {@code action.yml}, executed as a runner does, without those of other actions. */
@Tag("extended")
@EnabledOnOs(OS.LINUX)
class ActionIT {
  private static final Path CHECKOUT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Pattern INPUT = Pattern.compile("\\$\\{\\{ inputs\\.([a-z-]+) }}");

  @TempDir Path temp;

  @Test
  void aRunIsInTheSummaryAndAJunitReportAndABrokenLimitFailsTheJob() throws Exception {
    Path sql = Files.writeString(temp.resolve("a b.sql"), "SELECT :n;\n");
    List<Integer> codes =
        execute(
            Map.of(
                "command",
                "run '" + sql + "' -D n=1\n --time 1 --warmup 0 --fail-if 'p95>0.0001 ms'\n"));

    assertThat(codes).containsExactly(1, 0);
    assertThat(summary()).contains("FAILED", "p95").doesNotContain("::error");
    assertThat(temp.resolve("bmt/junit.xml"))
        .content()
        .contains("tests=\"2\" failures=\"1\"", "name=\"p95&gt;0.0001 ms\"");
    assertThat(temp.resolve("err")).content().contains("::error title=bmt::p95: ");
  }

  @Test
  void sidesAreComparedAndTheirDifferenceHasLimits() throws Exception {
    List<Integer> codes =
        execute(
            Map.of(
                "command",
                "run oltp_point_select --table-size 100 --time 1 --warmup 0 --repeat 2"
                    + " --against '--threads 2'",
                "fail-if",
                "tps < -99%\n\np95 > +100000%\n"));

    assertThat(codes).containsExactly(0, 0);
    assertThat(summary()).contains("tps", "p95");
  }

  private String summary() throws IOException {
    return Files.readString(temp.resolve("summary"));
  }

  /** Executes the steps that have scripts, all of them, and returns their exit codes. */
  private List<Integer> execute(Map<String, String> given) throws Exception {
    Bmt.launcher();
    Database database = Servers.EMBEDDED.database();
    JsonNode action =
        new ObjectMapper(new YAMLFactory()).readTree(CHECKOUT.resolve("action.yml").toFile());
    assertThat(action.path("runs").path("using").asText()).isEqualTo("composite");
    List<Integer> codes = new ArrayList<>();
    for (JsonNode step : action.path("runs").path("steps")) {
      if (!step.has("run")) {
        assertThat(step.path("uses").asText()).matches("actions/[a-z-]+@[0-9a-f]{40}");
        continue;
      }
      assertThat(step.path("shell").asText()).isEqualTo("bash");
      // As the runner starts bash.
      ProcessBuilder builder =
          new ProcessBuilder(
              "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.path("run").asText());
      Map<String, String> environment = builder.environment();
      environment.keySet().removeIf(name -> name.startsWith("BMT_"));
      environment.put("GITHUB_ACTIONS", "true");
      environment.put("GITHUB_ACTION_PATH", CHECKOUT.toString());
      environment.put("GITHUB_STEP_SUMMARY", temp.resolve("summary").toString());
      environment.put("RUNNER_TEMP", temp.toString());
      environment.put("BMT_URL", database.url());
      environment.put("BMT_USER", database.user());
      environment.put("BMT_PASSWORD", database.password());
      step.path("env")
          .properties()
          .forEach(
              variable ->
                  environment.put(
                      variable.getKey(),
                      INPUT
                          .matcher(variable.getValue().asText())
                          .replaceAll(
                              input ->
                                  Matcher.quoteReplacement(input(action, given, input.group(1))))));
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(temp.resolve("out").toFile()));
      builder.redirectError(ProcessBuilder.Redirect.appendTo(temp.resolve("err").toFile()));
      Process process = builder.start();
      try {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      } finally {
        process.destroyForcibly();
      }
      codes.add(process.exitValue());
    }
    return codes;
  }

  private static String input(JsonNode action, Map<String, String> given, String name) {
    JsonNode declared = action.path("inputs").path(name);
    assertThat(declared.isObject()).as(name).isTrue();
    return given.getOrDefault(name, declared.path("default").asText());
  }
}
