package io.github.bmt4j.load.concurrent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConcurrentLoadTest {
  /** Its sessions are made in the thread of the load. */
  @Test
  void anErrorOfTheJvmEndsItAndIsNamed() {
    Params params = Params.resolve(new Broken().info(), Map.of());
    Job job = OltpJob.of(new Broken(), params, 2, "none");
    Target target = new Target("nowhere", "jdbc:mariadb://127.0.0.1:1/x", "", Secret.NONE, false);

    assertThatThrownBy(() -> ConcurrentLoad.start(job, target, Clock.SYSTEM, new StopSignal()))
        .isInstanceOf(TargetException.class)
        .hasMessageEndingWith("java.lang.NoClassDefFoundError: driver/Class");
  }

  private static final class Broken implements Workload {
    @Override
    public WorkloadInfo info() {
      return Catalogue.byName("oltp_point_select").info();
    }

    @Override
    public List<Table> tables(Params params, int threads) {
      return List.of();
    }

    @Override
    public int statementsPerConnection(Params params) {
      return 0;
    }

    @Override
    public Session newSession(SessionContext context) {
      throw new NoClassDefFoundError("driver/Class");
    }
  }
}
