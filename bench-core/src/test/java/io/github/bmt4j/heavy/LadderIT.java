package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ladders on a real server, to their top and cut off. */
class LadderIT {
  @Test
  void theLadderClimbsOnATableOfItsOwnAndDropsIt() throws Exception {
    Trial trial = new Trial();
    trial.ladder = List.of(1000L, 2000L);
    try (Server lab = Trial.shared(ItServers::embedded)) {
      StatementResult result = trial.run(lab);
      assertThat(result.ladder()).hasSize(6);
      assertThat(result.ladder()).extracting(s -> s.rows()).contains(1000L, 2000L);
      assertThat(result.ladder())
          .filteredOn(step -> step.statement().equals("temp_table"))
          .extracting(step -> step.execution().rows())
          .containsExactly(1000L, 2000L);
      assertThat(
              Queries.one(
                  lab.target(),
                  "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()"))
          .isEqualTo("0");
    }
  }

  @Test
  void aLadderThatCannotGoOnKeepsTheStepsBefore() throws Exception {
    Trial trial = new Trial();
    trial.parameters = Map.of("table-size", "1000", "query", "group");
    trial.ladder = List.of(1000L, 2000L, 3000L);
    try (Server lab = Trial.open(ItServers::embedded)) {
      trial.afterStep = () -> shrinkPackets(lab.target());
      StatementResult result = trial.run(lab);
      assertThat(result.ladder())
          .extracting(step -> step.rows() + " " + step.execution().ending().outcome().word())
          .containsExactly("1000 done", "2000 left_out");
      assertThat(result.verdict().texts())
          .filteredOn(reason -> !BusyMachine.isToBlame(reason))
          .singleElement()
          .asString()
          .startsWith("the ladder ended at 2,000 rows: ");
    }
  }

  @Test
  void aLadderThatTheUserEndsKeepsTheStepsBefore() throws Exception {
    Trial trial = new Trial();
    trial.parameters = Map.of("table-size", "1000", "query", "group");
    trial.ladder = List.of(1000L, 2000L);
    trial.afterStep = trial.stop::give;
    try (Server lab = Trial.shared(ItServers::embedded)) {
      StatementResult result = trial.run(lab);
      assertThat(result.ladder()).extracting(step -> step.rows()).containsExactly(1000L);
      assertThat(result.verdict().texts())
          .filteredOn(reason -> !BusyMachine.isToBlame(reason))
          .containsExactly("interrupted before its end");
    }
  }

  /** From then on no table can be loaded. */
  private static void shrinkPackets(Target target) {
    try {
      Queries.execute(target, "SET GLOBAL max_allowed_packet = 1024");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
