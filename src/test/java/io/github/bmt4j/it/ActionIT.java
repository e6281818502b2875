package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Map<String, String> given =
        Map.of(
            "command",
            "run '" + sql + "' -D n=1\n --time 1 --warmup 0 --fail-if 'p95>0.0001 ms'\n");

    assertThat(execute(step("Measure"), given)).isEqualTo(1);
    assertThat(execute(step("Summary"), given)).isZero();

    assertThat(summary()).contains("FAILED", "p95").doesNotContain("::error");
    assertThat(temp.resolve("outputs")).content().isEqualTo("junit=" + temp + "/bmt/junit.xml\n");
    assertThat(temp.resolve("bmt/junit.xml"))
        .content()
        .contains("tests=\"2\" failures=\"1\"", "name=\"p95&gt;0.0001 ms\"");
    assertThat(temp.resolve("err")).content().contains("::error title=bmt::p95: ");
  }

  /** Of stored results: two runs of each side are too few for a limit. */
  @Test
  void sidesAreComparedAndALimitThatCannotBeJudgedFailsTheJob() throws Exception {
    Path stored = CHECKOUT.resolve("bench-core/src/test/resources/stored-results/run/result.json");
    for (int i = 0; i < 4; i++) {
      ObjectNode run = (ObjectNode) new ObjectMapper().readTree(stored.toFile());
      run.put("id", "cafe000" + i);
      run.putObject("labels").put("series", "12345678").put("side", i % 2 == 0 ? "A" : "B");
      Path folder = temp.resolve("bmt/runs/2026112" + i + "T101500Z-oltp_read_write-cafe000" + i);
      Files.writeString(Files.createDirectories(folder).resolve("result.json"), run.toString());
    }

    int code =
        execute(
            step("Summary"),
            Map.of(
                "command",
                "run oltp_read_write\n--against '--threads 2'",
                "fail-if",
                "tps < -99%\n\np95 > +100%\n"));

    assertThat(code).isEqualTo(1);
    assertThat(summary()).contains("tps", "p95").doesNotContain("::error");
    assertThat(temp.resolve("err"))
        .content()
        .contains("::error title=bmt::B: tps < -99%25 cannot be judged: ")
        .contains("::error title=bmt::B: p95 > +100%25 cannot be judged: ");
  }

  private String summary() throws IOException {
    return Files.readString(temp.resolve("summary"));
  }

  @Test
  void otherActionsAreNamedByTheirCommit() throws IOException {
    assertThat(action().path("runs").path("using").asText()).isEqualTo("composite");
    assertThat(action().findValuesAsText("uses"))
        .hasSize(2)
        .allMatch(uses -> uses.matches("actions/[a-z-]+@[0-9a-f]{40}"));
  }

  private static JsonNode action() throws IOException {
    return new ObjectMapper(new YAMLFactory()).readTree(CHECKOUT.resolve("action.yml").toFile());
  }

  private static JsonNode step(String name) throws IOException {
    for (JsonNode step : action().path("runs").path("steps")) {
      if (step.path("name").asText().equals(name)) {
        return step;
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** Executes the script of a step, and returns its exit code. */
  private int execute(JsonNode step, Map<String, String> given) throws Exception {
    Bmt.launcher();
    Database database = Servers.EMBEDDED.database();
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
    environment.put("GITHUB_OUTPUT", temp.resolve("outputs").toString());
    environment.put("RUNNER_TEMP", temp.toString());
    environment.put("BMT_URL", database.url());
    environment.put("BMT_USER", database.user());
    environment.put("BMT_PASSWORD", database.password());
    for (Map.Entry<String, JsonNode> variable : step.path("env").properties()) {
      Matcher input = INPUT.matcher(variable.getValue().asText());
      assertThat(input.matches()).isTrue();
      environment.put(variable.getKey(), input(action(), given, input.group(1)));
    }
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(temp.resolve("out").toFile()));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(temp.resolve("err").toFile()));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return process.exitValue();
  }

  private static String input(JsonNode action, Map<String, String> given, String name) {
    JsonNode declared = action.path("inputs").path(name);
    assertThat(declared.isObject()).as(name).isTrue();
    return given.getOrDefault(name, declared.path("default").asText());
  }
}
