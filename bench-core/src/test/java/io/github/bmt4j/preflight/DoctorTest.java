package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.ToyDriverJar;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The load's own connection, where it cannot be had. */
class DoctorTest {
  private static final Target TARGET =
      new Target("t", "jdbc:mariadb://h/d", "", Secret.NONE, false);

  @Test
  void aDriverThatLacksAClassIsBadInput(@TempDir Path folder) throws IOException {
    LoadDriver toy = ToyDriverJar.lacksAClassToConnect(folder);

    assertThatThrownBy(() -> load(LoadClient::tried, toy))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--driver=org.example:toy:1: it cannot be loaded, because class");
  }

  @Test
  void oneThatDoesNotAnswerIsAnError() {
    CheckFinding finding =
        load(
            connector -> {
              throw new SQLException("no answer in 30.0 s", "08000");
            },
            LoadDriver.own(DriverWish.OWN));

    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.found()).isEqualTo("no answer in 30.0 s");
  }

  private static CheckFinding load(Doctor.Trial trial, LoadDriver driver) {
    return new Doctor(Clock.SYSTEM, Facts.client(), trial, engines -> List.of())
        .load(TARGET, Facts.need(1, 1), PsMode.AUTO, driver)
        .get(0);
  }
}
