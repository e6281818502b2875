package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.preflight.DoctorReport.Diagnosis;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorReportTest {
  private static final CheckFinding FINE =
      new CheckFinding(Severity.OK, "isolation", "READ-COMMITTED", "", "");
  private static final CheckFinding HEAVY =
      new CheckFinding(
          Severity.ERROR,
          "connections",
          "500 threads need 502 connections, but 151 are all that the server has to give",
          "the run would be refused",
          "raise max_connections");

  @Test
  void tellsTheHeaviestFirstInLinesThatFitATerminal() {
    Diagnosis diagnosis =
        new Diagnosis(
            Diagnosis.SCHEMA, "oltp_read_write", 500, "embedded MariaDB", List.of(FINE, HEAVY));
    assertThat(DoctorReport.text(diagnosis, 200))
        .isEqualTo(
            """
            oltp_read_write with 500 threads on embedded MariaDB

            error    connections             500 threads need 502 connections, but 151 are all that the server
                                             has to give
                                             the run would be refused
                                             -> raise max_connections
            ok       isolation               READ-COMMITTED

            1 error, 1 ok. The run cannot start like this.
            """);
  }

  @Test
  void fitsANarrowTerminal() {
    Diagnosis diagnosis =
        new Diagnosis(Diagnosis.SCHEMA, "oltp_read_write", 500, "x", List.of(FINE, HEAVY));
    assertThat(DoctorReport.text(diagnosis, 80))
        .contains(
            """
            error    connections             500 threads need 502 connections, but 151 are
                                             all that the server has to give
                                             the run would be refused
            """);
  }

  @Test
  void saysThatNothingStandsInTheWay() {
    Diagnosis diagnosis =
        new Diagnosis(Diagnosis.SCHEMA, "oltp_read_only", 1, "local MariaDB", List.of(FINE));
    assertThat(DoctorReport.text(diagnosis, 200))
        .startsWith("oltp_read_only with 1 thread on local MariaDB\n")
        .endsWith("1 ok. Nothing prevents the run.\n");
  }

  @Test
  void isTheSameAfterBeingStored() throws Exception {
    Diagnosis diagnosis =
        new Diagnosis(Diagnosis.SCHEMA, "oltp_read_write", 500, "x", List.of(FINE, HEAVY));
    String json = ResultJson.write(diagnosis);
    assertThat(json).contains("\"severity\" : \"error\"", "\"subject\" : \"connections\"");
    assertThat(ResultJson.read(json, Diagnosis.class)).isEqualTo(diagnosis);
    assertThat(diagnosis.findings()).containsExactly(HEAVY, FINE);
  }
}
