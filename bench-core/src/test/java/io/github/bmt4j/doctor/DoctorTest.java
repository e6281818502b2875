package io.github.bmt4j.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.target.DriverWish;
import io.github.bmt4j.target.LoadClient;
import io.github.bmt4j.target.LoadDriver;
import io.github.bmt4j.target.PsMode;
import io.github.bmt4j.target.Secret;
import io.github.bmt4j.target.Target;
import io.github.bmt4j.target.ToyDriverJar;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
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
    Finding finding =
        load(
            connector -> {
              throw new SQLException("no answer in 30.0 s", "08000");
            },
            LoadDriver.own(DriverWish.OWN));

    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.found()).isEqualTo("no answer in 30.0 s");
  }

  private static Finding load(Doctor.Trial trial, LoadDriver driver) {
    return new Doctor(Clock.SYSTEM, Facts.client(), trial)
        .load(TARGET, Facts.need(1, 1), PsMode.AUTO, driver);
  }
}
