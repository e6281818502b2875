package io.github.bmt4j.cli.options;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.options.Marked.Mark;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HiddenWordsTest {
  private static final CommandSpec FAILOVER =
      requireNonNull(InProcess.commands("failover"::equals).getSubcommands().get("failover"))
          .getCommandSpec();

  @Test
  void putsBackWhatTheLauncherHid() {
    Map<String, String> environment =
        Map.of("BMT_ARG_1", "jdbc:mariadb://h/d", "BMT_ARG_2", "--time=5", "BMT_ARG_3", "");
    String[] words = {"--url=BMT_ARG_1", "--password", "BMT_ARG_2", "--mysql_password=BMT_ARG_3"};
    assertThat(HiddenWords.restored(words, environment))
        .containsExactly("--url=jdbc:mariadb://h/d", "--password", "--time=5", "--mysql_password=");
    assertThat(HiddenWords.restored(words, Map.of())).containsExactly(words);
  }

  @Test
  void secretsOfACellTravelInItsEnvironmentAsThoseOfTheLauncherDo() {
    List<String> words =
        List.of("run", "w", "--url=jdbc:x?password=S3CRET", "--user=u", "--password", "S3CRET");
    List<String> visible = new ArrayList<>();
    Map<String, String> hidden = HiddenWords.hidden(words, FAILOVER, visible);

    assertThat(visible)
        .containsExactly("run", "w", "--url=BMT_ARG_1", "--user=u", "--password", "BMT_ARG_2");
    assertThat(HiddenWords.restored(visible.toArray(String[]::new), hidden))
        .containsExactlyElementsOf(words);
  }

  @Test
  void theLauncherHidesTheSameOptions() throws IOException {
    String launcher = Files.readString(Path.of("src/main/dist/bin/bmt"));
    Matcher names = Pattern.compile("(--url [^)]*)\\) secret=yes").matcher(launcher);
    assertThat(names.find()).isTrue();
    Set<String> hidden =
        InProcess.commands().getSubcommands().values().stream()
            .flatMap(command -> command.getCommandSpec().options().stream())
            .filter(Mark.HIDDEN::isOf)
            .flatMap(option -> Stream.of(option.names()))
            .filter(name -> name.startsWith("--"))
            .collect(Collectors.toSet());
    hidden.add("--against");

    assertThat(names.group(1).split("[\\s|\\\\]+", -1)).containsExactlyInAnyOrderElementsOf(hidden);
  }

  /** A password may be in an SQL statement, a command of a shell, a URL. */
  @Test
  void everyOptionThatMayHoldASecretIsMarked() {
    Stream<OptionSpec> options =
        InProcess.commands().getSubcommands().values().stream()
            .flatMap(command -> command.getCommandSpec().options().stream())
            .filter(option -> option.userObject() instanceof Field)
            .filter(option -> option.longestName().matches("--(.+-command|(.+-)?(password|url))"));

    assertThat(options).isNotEmpty().allMatch(Mark.HIDDEN::isOf);
  }

  @Test
  void hiddenPropertiesOfTheJvmGetTheirValues() {
    Map<Object, Object> properties =
        new HashMap<>(Map.of("a", "BMT_PROPERTY_1", "b", "BMT_PROPERTY_2", "c", "HOME"));

    HiddenWords.restore(properties, Map.of("BMT_PROPERTY_1", "S3CRET", "HOME", "/"));

    assertThat(properties).isEqualTo(Map.of("a", "S3CRET", "b", "BMT_PROPERTY_2", "c", "HOME"));
  }
}
