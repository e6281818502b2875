package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.server.ItServers;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The load before, during and after an ALTER. */
class AlterPhasesIT {
  @AfterAll
  static void endServers() {
    AlterBench.closeShared();
  }

  /** The user's command is executed once more after the ALTER, for two seconds. */
  @Test
  void theLoadDuringItEndsWithIt() throws Exception {
    Job load = OltpJob.calm(1_000, 2);
    Job sampled =
        new Job(
            load.workload(),
            load.params(),
            Made.like(load.scenario())
                .set(
                    "sampled",
                    new ServerScenario(false, new CommandText("sleep 2; echo x 1"), 60.0))
                .record());
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      AlterOrder order =
          AlterBench.withLoad(
              AlterBench.order(
                  sampled, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.INSTANT)));
      Alter alter = AlterBench.only(bench.run(order));

      double seconds = Objects.requireNonNull(alter.ending().afterMs()) / 1e3;
      ConcurrentPhase during = alter.load().get(1);
      assertThat(during.phase()).isEqualTo(ConcurrentPhase.Phase.DURING);
      assertThat(during.seconds()).isBetween(seconds, seconds + 1);
      ConcurrentPhase after = alter.load().get(2);
      assertThat(after.phase()).isEqualTo(ConcurrentPhase.Phase.AFTER);
      assertThat(after.seconds())
          .isBetween(order.scenario().afterSeconds() - 0.1, order.scenario().afterSeconds() + 1);
      assertThat(alter.slices().get(alter.slices().size() - 1).toMs())
          .isLessThan(1e3 * seconds + 1_000);
    }
  }
}
