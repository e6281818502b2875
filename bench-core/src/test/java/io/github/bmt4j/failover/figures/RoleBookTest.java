package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.failover.figures.NodeObservation.Role;
import io.github.bmt4j.failover.figures.WatchFigures.RoleChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Polls every 100 ms, each of which takes 2 ms; times in ms. */
class RoleBookTest {
  private static final long MS = 1_000_000;

  private final RoleBook book = new RoleBook(0, nanos -> Instant.ofEpochMilli(nanos / MS));
  private final List<NodeObservation> looks = new ArrayList<>();

  @Test
  void aSwitchoverIsTwoChanges() {
    look("node1", 0, 1_000, Role.WRITABLE);
    look("node1", 1_000, 3_000, Role.READ_ONLY);
    look("node2", 50, 1_450, Role.READ_ONLY);
    look("node2", 1_450, 3_000, Role.WRITABLE);
    book.add(looks);
    book.add(looks);
    assertThat(book.changes())
        .extracting(RoleChange::node, RoleChange::atMs, RoleChange::before, RoleChange::after)
        .containsExactly(
            tuple("node1", 1_002.0, Role.WRITABLE, Role.READ_ONLY),
            tuple("node2", 1_452.0, Role.READ_ONLY, Role.WRITABLE));
    assertThat(book.writable()).containsExactly("node2");
  }

  @Test
  void onePollThatCameTooLateAndAStallAreNoChanges() {
    look("node1", 0, 1_000, Role.WRITABLE);
    look("node1", 1_000, 1_100, Role.DOWN);
    look("node1", 1_100, 1_500, Role.WRITABLE);
    look("node1", 1_500, 2_500, Role.STALLED);
    look("node1", 2_500, 3_000, Role.WRITABLE);
    book.add(looks);
    assertThat(book.changes()).isEmpty();
  }

  @Test
  void aNodeThatWasAwayHasTwoChangesAndItsRoleIsKnownAcrossCalls() {
    look("node1", 0, 1_000, Role.WRITABLE);
    book.add(looks);
    look("node1", 1_000, 1_100, Role.DOWN);
    book.add(looks);
    look("node1", 1_100, 2_000, Role.DOWN);
    book.add(looks);
    look("node1", 2_000, 3_000, Role.WRITABLE);
    book.add(looks);
    assertThat(book.changes())
        .extracting(RoleChange::atMs, RoleChange::after)
        .containsExactly(tuple(1_002.0, Role.DOWN), tuple(2_002.0, Role.WRITABLE));
  }

  private void look(String node, long from, long to, Role role) {
    for (long at = from; at < to; at += 100) {
      looks.add(
          new NodeObservation(
              node,
              role == Role.DOWN ? "" : node,
              at * MS,
              (at + 2) * MS,
              role != Role.DOWN && role != Role.STALLED,
              role == Role.WRITABLE,
              role == Role.READ_ONLY));
    }
  }
}
