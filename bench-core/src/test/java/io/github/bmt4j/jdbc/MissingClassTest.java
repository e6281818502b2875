package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers whose jars lack a class that they need. */
class MissingClassTest {
  private static final String NEEDS =
      "--driver=org.example:toy:1: it cannot be loaded, because class toy.Other is not in its jars:"
          + " add the jar that has it, as in --driver-with group:artifact:version";

  @TempDir Path folder;

  @Test
  void thatOneCannotBeginWithoutIsNamed() throws IOException {
    Path jar = ToyDriverJar.make(folder, "Object other = Other.open();", "null", "toy.ToyDriver");

    assertThatThrownBy(() -> ToyDriverJar.load(jar))
        .isInstanceOf(BadInputException.class)
        .hasMessage(NEEDS);
  }

  @Test
  void thatTheFirstConnectionNeedsIsNamed() throws IOException {
    LoadDriver driver = ToyDriverJar.lacksAClassToConnect(folder);
    Target target = new Target("t", "jdbc:mariadb://h/d", "", Secret.NONE, false);
    Connector connector = driver.connector(target, PsMode.AUTO, 1);

    assertThatThrownBy(connector::connect)
        .isInstanceOfSatisfying(
            NoClassDefFoundError.class,
            missing -> assertThat(driver.unusable(missing)).hasMessage(NEEDS));
  }

  @Test
  void theDriversOwnIsNamedWhenItsJarOnlyPromisesIt() throws IOException {
    Path jar = ToyDriverJar.make(folder, "", "null", "toy.Nowhere");

    assertThatThrownBy(() -> ToyDriverJar.load(jar))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--driver=org.example:toy:1: it cannot be loaded, because ")
        .hasMessageContaining("toy.Nowhere");
  }
}
