package io.github.bmt4j.load.run;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import java.util.Map;

/** oltp_read_write on one table, as tests run it beside other things. */
public final class OltpJob {
  private OltpJob() {}

  /** The job, in a closed loop with HikariCP. */
  public static Job of(long rows, int threads) {
    return of(Map.of("table-size", Long.toString(rows)), threads, "hikari");
  }

  /** The job, in a closed loop. */
  public static Job of(Map<String, String> params, int threads, String pool) {
    Workload workload = Catalogue.byName("oltp_read_write");
    Params resolved = Params.resolve(workload.info(), params);
    return new Job(
        workload,
        resolved,
        new RunScenario(
            workload.info().name(),
            workload.info().version(),
            resolved.asMap(),
            "embedded",
            List.of(),
            pool,
            "auto",
            threads,
            "closed",
            null,
            null,
            null,
            0,
            10,
            0,
            1,
            List.of("1213", "1020", "1205"),
            10,
            95,
            42,
            ClientScenario.DEFAULT,
            null,
            List.of(),
            List.of(),
            null));
  }
}
