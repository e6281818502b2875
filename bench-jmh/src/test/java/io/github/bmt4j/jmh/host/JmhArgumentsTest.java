package io.github.bmt4j.jmh.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.bmt4j.jmh.profile.BmtProfiler;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ProfilerConfig;

class JmhArgumentsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mariadb:sequential://a:3306,b:3306/db?x=1,jdbc:mariadb://c/db"
            + " | jdbc:mariadb:sequential://a:3306,b:3306/db?x=1 jdbc:mariadb://c/db",
        "jdbc:mariadb://a,local:3306/db | jdbc:mariadb://a,local:3306/db",
        "embedded,jdbc:mariadb://c/db,container:mysql:9.7,local"
            + " | embedded jdbc:mariadb://c/db container:mysql:9.7 local",
      })
  void onlyCommasBetweenUrlsSeparateThem(String value, String urls) {
    JmhArguments arguments = JmhArguments.of("-p", "url=" + value);

    assertThat(arguments.urls()).containsExactly(urls.split(" "));
    assertThat(arguments.options().getParameter("url").hasValue()).isFalse();
  }

  @Test
  void jmhGetsNeitherTriggersNorTheFileOfResults() {
    JmhArguments arguments =
        JmhArguments.of(
            "-p", "trigger=do --ids a,b=c", "-p", "trigger=b", "-rf", "json", "-rff", "x", "Fail");

    assertThat(arguments.triggers())
        .containsExactly(entry("command", "do --ids a,b=c"), entry("command-2", "b"));
    assertThat(arguments.ofFile().getResultFormat().get()).isEqualTo(ResultFormatType.JSON);
    assertThat(arguments.ofFile().getResult().get()).isEqualTo("x");
    assertThat(arguments.options().getIncludes()).containsExactly("Fail");
    assertThat(arguments.options().getResult().hasValue()).isFalse();
  }

  @Test
  void jmhGetsOtherParametersAndTheProfilerByItsClass() {
    JmhArguments arguments =
        JmhArguments.of("X", "-p", "workload=a,b", "-t", "4", "-prof", "bmt", "-prof", "bmtx");

    assertThat(arguments.parameters()).containsExactly("workload");
    assertThat(arguments.options().getParameter("workload").get()).containsExactly("a", "b");
    assertThat(arguments.options().getThreads().get()).isEqualTo(4);
    assertThat(arguments.options().getProfilers().stream().map(ProfilerConfig::getKlass))
        .containsExactlyElementsOf(List.of(BmtProfiler.class.getName(), "bmtx"));
    assertThat(arguments.urls()).containsExactly("embedded");
  }
}
