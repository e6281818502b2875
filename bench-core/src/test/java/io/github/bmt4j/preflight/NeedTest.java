package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What servers need to hold of a run over several endpoints. */
class NeedTest {
  private static final ServerKey ANN = new ServerKey("one", "ann");
  private static final ServerKey BOB = new ServerKey("one", "bob");
  private static final ServerKey ELSEWHERE = new ServerKey("two", "ann");

  @Test
  void endpointsOfOneServerCountTogetherAndLoginsApart() {
    List<Need> needs =
        Facts.need(10, 5).split(List.of(ANN, BOB, ELSEWHERE, ANN), new RoundRobin(4));
    assertThat(needs).extracting(Need::threads).containsExactly(8, 8, 2, 8);
    assertThat(needs).extracting(Need::pooledOfLogin).containsExactly(5, 3, 2, 5);
    assertThat(needs).extracting(Need::statements).containsOnly(5);
  }

  @Test
  void limitOfALoginIsForItsOwnThreads() {
    Facts server = Facts.ofServer().session("max_user_connections", "6").own(1);
    List<Need> needs = Facts.need(10, 1).split(List.of(ANN, BOB), new RoundRobin(2));
    assertThat(connections(server, needs.get(0))).isEqualTo(Severity.OK);
    assertThat(connections(server, Facts.need(10, 1))).isEqualTo(Severity.ERROR);
  }

  private static Severity connections(Facts server, Need need) {
    return Facts.about("user's connections", LimitChecks.hard(server.server(), need)).severity();
  }
}
