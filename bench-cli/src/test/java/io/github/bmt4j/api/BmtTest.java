package io.github.bmt4j.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measurements in this JVM that end before a server is reached; {@code ApiIT} has the others. */
@Timeout(60)
class BmtTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads    | 0   | --threads=0: give a number from 1",
        "--threats    | 4   | --threads",
        "--time       | -1  | --time=-1",
        "--driver     | x:1 | --driver=x:1",
        "--output     | xml | --output=xml: choose",
        "--against    | ''  | --against"
      })
  void aSettingThatCannotBeUsedIsRefusedAsOnTheCommandLine(
      String option, String value, String words) {
    assertThatThrownBy(() -> load(1).option(option, value).execute())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void aMistakeInAFileIsNamedWithItsPlace() throws IOException {
    Path file = Files.writeString(folder.resolve("pay.sql"), "SELECT 1;\nSELECT :idd;\n");

    assertThatThrownBy(() -> Bmt.run(file.toString()).execute())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pay.sql:2:8: :idd is not defined here");
  }

  @Test
  void aTriggerIsForAClusterOfOnesOwn() {
    assertThatThrownBy(() -> Bmt.failover().trigger(() -> {}).execute())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("require --url");
    assertThatThrownBy(() -> Bmt.failover().url("jdbc:mariadb://127.0.0.1:1/x").execute())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--url needs --trigger");
  }

  @Test
  void aServerThatCannotBeReachedEndsItWithoutThePassword() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThatThrownBy(() -> load(port).execute())
        .isInstanceOf(MeasurementException.class)
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageNotContaining("p@ss");
  }

  /** Users need no internal type, and can learn all in a minute. */
  @Test
  void thePublicTypesAreFewAndSpeakOfNoOthers() {
    List<Class<?>> types =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.github.bmt4j.api")
                .stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .<Class<?>>map(JavaClass::reflect)
                .toList();
    assertThat(types).hasSizeBetween(5, 10);
    for (Class<?> type : types) {
      Stream<Class<?>> named =
          Arrays.stream(type.getDeclaredMethods())
              .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge())
              .flatMap(BmtTest::types);
      assertThat(named)
          .as(type.getName())
          .allMatch(
              one ->
                  one.isPrimitive()
                      || one.getPackageName().startsWith("java.")
                      || one.getPackageName().equals("io.github.bmt4j.api"));
    }
  }

  private Run load(int port) {
    return Bmt.run("oltp_point_select")
        .url("jdbc:mariadb://127.0.0.1:" + port + "/shop")
        .user("app")
        .password("p@ss")
        .time(Duration.ofSeconds(1))
        .results(folder);
  }

  private static Stream<Class<?>> types(Method method) {
    return Stream.concat(Stream.of(method.getReturnType()), Stream.of(method.getParameterTypes()))
        .map(type -> type.isArray() ? type.getComponentType() : type);
  }
}
