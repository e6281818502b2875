package io.github.bmt4j.cli.series;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.github.bmt4j.cli.InProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that {@code scenario schema} prints, and files that it accepts and refuses. */
class ScenarioSchemaTest {
  private static final Path HOW_TO = Path.of("..", "docs", "how-to", "compare.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(.*?)```");

  private static final JsonSchemaFactory VALIDATORS = JsonSchemaFactory.getInstance(VersionFlag.V7);
  private static final String PRINTED = printed();
  private static final JsonSchema SCHEMA = VALIDATORS.getSchema(PRINTED);

  @Test
  void isDraft7WithoutPasswordsAndPlaceholders() throws IOException {
    assertThat(PRINTED).doesNotContain("${", "%%", "password\"");
    JsonSchema draft = VALIDATORS.getSchema(SchemaLocation.of(VersionFlag.V7.getId()));
    assertThat(draft.validate(new YAMLMapper().readTree(PRINTED))).isEmpty();
  }

  @Test
  void presetsAreValid() throws IOException {
    List<Preset> files =
        Preset.all().stream().filter(preset -> preset.parts().contains(preset)).toList();
    assertThat(files).hasSizeGreaterThan(5);
    for (Preset preset : files) {
      assertThat(problems(preset.text())).as(preset.name()).isEmpty();
    }
  }

  @Test
  void examplesOfTheHowToAreValid() throws IOException {
    List<String> examples =
        EXAMPLE.matcher(Files.readString(HOW_TO)).results().map(found -> found.group(1)).toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      assertThat(problems(example)).as(example).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workloads: {oltp_read_write: }",
        "workloads: {oltp_read_write: {table_size: 10, skip_trx: on, threads: [1, 2]}}",
        "{command: run, options: , workloads: {statistics: {repeat: 1}}, targets: {a: , b: {url:"
            + " x}}}",
        "{command: failover, options: {fault: kill}, settings: {a: {replicas: 2}}}",
        "workloads: {mine: {workload: oltp_insert, threads: 2}, a.sql@3: }",
        "{workloads: {oltp_insert: }, targets: {a: {search: {iops: 1..9}, at-least: 5 tps, price:"
            + " 1/h}}}",
        "{workloads: {oltp_insert: }, settings: {a: {before: x, before_timeout: 9}}, targets: {b:"
            + " {after-sql: [x, y]}}}",
      })
  void isValid(String file) throws IOException {
    assertThat(problems(file)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{workload: {}, workloads: {oltp_read_write: }}",
        "workloads: {oltp_read_write: {treads: 4}}",
        "workloads: {oltp_read_writes: }",
        "workloads: {oltp_read_write: {threads: {a: 1}}}",
        "workloads: {oltp_read_write: {threads: }}",
        "workloads: {oltp_read_write: {fault: kill}}",
        "workloads: {oltp_read_write: {password: x}}",
        "workloads: {oltp_read_write: {runs_dir: x}}",
        "{workloads: {oltp_read_write: }, loads: {a: {treads: 1}}}",
        "{workloads: {oltp_read_write: }, options: {treads: 1}}",
        "{workloads: {oltp_read_write: }, repeat: 0}",
        "{command: sleep, workloads: {oltp_read_write: }}",
        "{command: alter, workloads: {oltp_read_write: }}",
        "{command: failover, options: {treads: 1}}",
        "command: run",
        "{workloads: {oltp_insert: {before: x}}}",
        "{workloads: {mine: {threads: 2}}}",
        "{workloads: {oltp_insert: }, targets: {a: {search: 1..9}}}",
        "{workloads: {oltp_insert: }, options: {before: x}}",
        "workloads: {}",
      })
  void isRefusedAsBmtRefusesIt(String file) throws IOException {
    assertThat(problems(file)).isNotEmpty();
  }

  private static List<String> problems(String yaml) throws IOException {
    return SCHEMA.validate(new YAMLMapper().readTree(yaml)).stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  private static String printed() {
    InProcess bmt = new InProcess();
    assertThat(bmt.run("scenario", "schema")).isZero();
    return bmt.out();
  }
}
