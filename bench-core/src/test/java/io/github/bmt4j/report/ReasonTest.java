package io.github.bmt4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.report.Reason.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReasonTest {
  @Test
  void theMethodListsEachCodeOnceInTheirOrder() throws IOException {
    String method = Files.readString(Path.of("..", "docs", "method.md"));

    assertThat(
            Pattern.compile("^\\| `([A-Z_]+)` \\|", Pattern.MULTILINE)
                .matcher(method)
                .results()
                .map(MatchResult::group)
                .map(row -> row.replaceAll("[^A-Z_]", "")))
        .containsExactlyElementsOf(Stream.of(Code.values()).map(Code::name).toList());
  }

  @Test
  void itIsStoredWithItsCodeAndAloneWhereItHadNone() throws IOException {
    Verdict verdict =
        Verdict.of(
            List.of(Code.CLIENT_PAUSED.of("100 %").in("8 threads"), Code.UNSPECIFIED.of("x")));
    String json = ResultJson.write(verdict);

    assertThat(json.replaceAll("\\s+", ""))
        .contains("[{\"code\":\"CLIENT_PAUSED\",\"text\":\"8threads:100%\"},\"x\"]");
    assertThat(ResultJson.read(json, Verdict.class)).isEqualTo(verdict);
  }

  @Test
  void aVerdictIsDecidedByCodes() {
    Reason paused = Code.CLIENT_PAUSED.of("interrupted");
    Verdict both = Verdict.of(List.of(paused, Code.BUG.of("it")));

    assertThat(Verdict.of(List.of(paused, paused)).isOnly(Code.CLIENT_PAUSED)).isTrue();
    assertThat(both.isOnly(Code.CLIENT_PAUSED)).isFalse();
    assertThat(both.has(Code.BUG)).isTrue();
    assertThat(both.has(Code.INTERRUPTED)).isFalse();
    assertThat(Verdict.of(List.of()).isOnly(Code.CLIENT_PAUSED)).isFalse();
  }
}
