package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadWatch;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Existing tables of another storage engine than the wanted one. */
class StorageEngineIT {
  @Test
  void doctorNotesAndRefusesWhatRunDoes(@TempDir Path runs) throws Exception {
    Job oltp = OltpJob.of(300, 1);
    Workload tpcc = Catalogue.byName("tpcc");
    Params params = Params.resolve(tpcc.info(), Map.of());
    Job spec = new Job(tpcc, params, oltp.scenario().with(params.asMap()));
    try (Server lab = ItServers.open(ItServers.embedded())) {
      Queries.execute(
          lab.target(),
          spec.tables().get(0).createSql().replace("innodb", "myisam"),
          oltp.tables().get(0).createSql().replace("innodb", "myisam"));

      String refusal = "--mode=spec requires a storage engine with transactions, not myisam";
      assertThat(diagnose(lab.target(), spec))
          .filteredOn(finding -> finding.found().startsWith(refusal))
          .extracting(CheckFinding::severity)
          .containsExactly(Severity.ERROR);
      assertThatThrownBy(() -> new LoadWatch().load(spec, runs, lab.target()))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith(refusal);
      assertThat(diagnose(lab.target(), oltp))
          .contains(
              CheckFinding.warning(
                  "tables",
                  "the tables have the storage engine myisam, and not that of"
                      + " --mysql-storage-engine: the result names the one they have",
                  "",
                  ""));
    }
  }

  private static List<CheckFinding> diagnose(Target target, Job job) {
    return new Doctor(Clock.SYSTEM, Facts.client(), LoadClient::tried, job::engineNotes)
        .findings(
            List.of(target),
            List.of(),
            job.need(),
            job.roundRobin(1),
            LoadDriver.own(DriverWish.OWN));
  }
}
