package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The share of the heap that the launcher gives to young objects. */
@Execution(ExecutionMode.CONCURRENT)
class LauncherMemoryIT extends LauncherCheckout {
  private static final Pattern YOUNG =
      Pattern.compile("^option -XX:\\+UseParallelGC\noption -Xmn(\\d+)m\n");

  @ParameterizedTest
  @CsvSource({
    "--threads=2, 32",
    "--threads=16, 40",
    "--num_threads=16, 40",
    "--num-threads|16, 40",
    "--threads=4|--threads=x, 32",
    "--threads|1|--threads=0099, 123",
    "'--threads=4,300,8', 256",
    "--threads|1000, 256",
    "--threads=20000, 256",
    "--threads=100000, 32"
  })
  void youngObjectsGetRoomByTheThreads(String line, int megabytes) {
    assertThat(youngMegabytes("JAVA_TOOL_OPTIONS", "-Xmx2g", line.split("\\|")))
        .isEqualTo(megabytes);
  }

  @ParameterizedTest
  @CsvSource({
    "BMT_JAVA_OPTIONS, -Xmx512m, 64",
    "BMT_JAVA_OPTIONS, -Xmx2047M, 255",
    "BMT_JAVA_OPTIONS, -Dx=* -Xmx2g -Xss1m, 256",
    "JAVA_TOOL_OPTIONS, -Xmx1G, 128",
    "JDK_JAVA_OPTIONS, -Xmx524288k, 64",
    "JDK_JAVA_OPTIONS, -Xmx524288K, 64",
    "BMT_JAVA_OPTIONS, -Xmx268435456, 32",
    "BMT_JAVA_OPTIONS, -Xmx2g -Xmx0512m, 64",
    "BMT_JAVA_OPTIONS, -Xmx63m, 8",
    "BMT_JAVA_OPTIONS, -Xmx16m, 8"
  })
  void youngObjectsGetAnEighthOfTheHeapAtMost(String variable, String options, int megabytes) {
    assertThat(youngMegabytes(variable, options, "--threads=1000")).isEqualTo(megabytes);
    assertThat(launcher().with(variable, options).run("--threads=1").exits(0).out())
        .contains("variable BMT_YOUNG=" + megabytes + "\n");
  }

  @Test
  void theLastSizeOfTheHeapCountsAsItDoesForJava() {
    assertThat(
            launcher()
                .with("BMT_JAVA_OPTIONS", "-Xmx512m")
                .with("JDK_JAVA_OPTIONS", "-Xmx1g")
                .with("JAVA_TOOL_OPTIONS", "-Xmx2g")
                .run("--threads=1000")
                .exits(0)
                .out())
        .contains("option -Xmn64m\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Dx=y", "-Xmx", "-Xmxlarge", "-Xmxm"})
  void withoutASizeOfTheHeapTheMemoryOfThisMachineSays(String options) {
    assertThat(youngMegabytes("BMT_JAVA_OPTIONS", options, "--threads=1000")).isBetween(8, 256);
    assertThat(youngMegabytes("BMT_JAVA_OPTIONS", options, "--threads=1")).isBetween(8, 32);
  }

  @ParameterizedTest
  @CsvSource({
    "BMT_JAVA_OPTIONS, -XX:+UseZGC",
    "BMT_JAVA_OPTIONS, -Xmx1g -Xmn8m",
    "JAVA_TOOL_OPTIONS, -XX:+UseG1GC",
    "JDK_JAVA_OPTIONS, -XX:MaxNewSize=8m",
    "JDK_JAVA_OPTIONS, -XX:MaxRAMPercentage=80",
    "JAVA_TOOL_OPTIONS, -XX:InitialRAMPercentage=50",
    "BMT_JAVA_OPTIONS, -XX:MaxHeapSize=1g"
  })
  void whoChoosesACollectorOrASizeGetsIt(String variable, String options) {
    assertThat(launcher().with(variable, options).with("BMT_YOUNG", "9").run("list").exits(0).out())
        .doesNotContain("UseParallelGC", "-Xmn32m", "gc+ergo", "BMT_YOUNG");
  }

  /** Megabytes that it gives to young objects with some options of Java. */
  private int youngMegabytes(String variable, String options, String... words) {
    String out = launcher().with(variable, options).run(words).exits(0).out();
    Matcher matcher = YOUNG.matcher(out);
    assertThat(matcher.find()).as(out).isTrue();
    return Integer.parseInt(matcher.group(1));
  }
}
