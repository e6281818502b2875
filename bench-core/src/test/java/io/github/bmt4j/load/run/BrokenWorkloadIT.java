package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import io.github.bmt4j.workload.Workload;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's workload that measures well, and fails when it is asked about the load. */
class BrokenWorkloadIT {
  @TempDir Path runs;

  @Test
  void whatAWorkloadFailsToGiveIsANoteOfTheResult() throws Exception {
    RunResult run = run(new IllegalStateException("no dice"));

    assertThat(run.warnings())
        .contains(
            "the workload failed to give its rows: java.lang.IllegalStateException: no dice",
            "the workload failed to give its notes: java.lang.IllegalStateException: no dice",
            "the workload failed to give its figures: java.lang.IllegalStateException: no dice");
    assertThat(run.ownFigures()).isEmpty();
    assertThat(run.rows()).isNull();
  }

  /** As of a jar that was compiled against another version. */
  @Test
  void aMissingMethodOfAWorkloadCostsNoResultEither() throws Exception {
    assertThat(run(new NoSuchMethodError("figure()")).warnings())
        .contains("the workload failed to give its figures: java.lang.NoSuchMethodError: figure()");
  }

  private RunResult run(Throwable failure) throws Exception {
    Job job = ShortJob.of("oltp_point_select", 1000, 2, 1, null);
    Job broken = new Job(failing(job.workload(), failure), job.params(), job.scenario());
    LoadWatch heard = new LoadWatch();
    RunResult run;
    try (Server lab = SharedServers.use(ItServers.embedded())) {
      run = heard.load(broken, runs, lab.target());
    }
    assertThat(run.totals().transactions()).isPositive();
    String stored = Files.readString(heard.folder().resolve("result.json"));
    assertThat(ResultJson.read(stored, RunResult.class).warnings()).isEqualTo(run.warnings());
    assertThat(new RunReport().text(run, 120)).contains("the workload failed to give its figures");
    return run;
  }

  /** The same as another workload until the load has ended. */
  private static Workload failing(Workload good, Throwable failure) {
    Set<String> asked = new HashSet<>();
    return (Workload)
        Proxy.newProxyInstance(
            Workload.class.getClassLoader(),
            new Class<?>[] {Workload.class},
            (proxy, method, arguments) -> {
              boolean fails =
                  List.of("figures", "notes").contains(method.getName())
                      || (method.getName().equals("rows") && !asked.add("rows"));
              if (fails) {
                throw failure;
              }
              try {
                return method.invoke(good, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }
}
