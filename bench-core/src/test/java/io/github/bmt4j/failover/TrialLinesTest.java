package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.NodeObserver;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TrialLinesTest {
  private static final List<NodeObservation> NODES =
      List.of(
          new NodeObservation("node1", "", 0, 0, false, false, false),
          node("node2", true, true, false),
          node("node3", true, false, true));

  private static class Written implements Events {
    private final int columns;
    private final List<String> lines = new ArrayList<>();

    Written(int columns) {
      this.columns = columns;
    }

    @Override
    public int columns() {
      return columns;
    }

    @Override
    public void started(Started what, Path folder) {}

    @Override
    public void line(String line) {
      lines.addAll(List.of(line.split("\n", -1)));
    }

    @Override
    public Progress.Step step(String what, long total, String unit) {
      return Events.NONE.step(what, total, unit);
    }
  }

  @Test
  void aWideTerminalShowsAllFiguresAndNodesByName() {
    assertThat(lines(136, true))
        .containsExactly(
            "                     writes                 reads              connects",
            "repetition 1 of 2      ok/s  fail  wait      ok/s  fail  wait      ok/s  fail  wait "
                + " nodes",
            "         baseline       200     1     3       100     0     0         0     0     0 "
                + " node1 down  node2 WRITABLE  node3 read-only",
            "         +0.000 s node1 fault",
            "           +1.5 s       100     2     4       100     0     0         0     0     0 "
                + " node1 down  node2 WRITABLE  node3 read-only");
  }

  @Test
  void anEightyColumnTerminalSaysWhatItLeavesOutAndShortensStates() {
    assertThat(lines(80, true))
        .containsExactly(
            "  nodes     node1, node2, node3: W writes, r reads, e error, s stalls, - down",
            "  left out  wait: the whole table is 90 characters wide",
            "                     writes           reads        connects",
            "repetition 1 of 2      ok/s  fail      ok/s  fail      ok/s  fail  nodes",
            "         baseline       200     1       100     0         0     0  -Wr",
            "         +0.000 s node1 fault",
            "           +1.5 s       100     2       100     0         0     0  -Wr")
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void aNodeThatAnswersAllButWritesIsNotDown() {
    // Galera: nodes hold every commit until they have expelled a lost one, or refuse everything.
    List<NodeObservation> nodes =
        List.of(node("node1", false, false, false), node("node2", true, false, false));
    assertThat(lines(136, true, nodes))
        .anyMatch(line -> line.endsWith(" node1 stalled  node2 error"));
    assertThat(lines(80, true, nodes)).anyMatch(line -> line.endsWith(" 0  se"));
  }

  @Test
  void withoutAFaultNoneIsShownAndTimesCountFromTheBegin() {
    assertThat(lines(80, false))
        .contains(
            "            1.0 s       200     1       100     0         0     0  -Wr",
            "            3.0 s       100     2       100     0         0     0  -Wr")
        .noneMatch(line -> line.contains("fault") || line.contains("baseline"));
  }

  @Test
  void aNodeWithoutALookIsShownAsDownAndHasItsPlace() {
    CompletableFuture<Connection> never = new CompletableFuture<>();
    TestCluster cluster =
        new FailoverTrialTest.Told() {
          @Override
          public List<NodeObserver.Site> sites() {
            return List.of(new NodeObserver.Site("n1", never::join, ms -> never.join(), "1", null));
          }
        };
    try (Observers observers = Observers.of(cluster, Observers.Pace.FAULT, Clock.SYSTEM)) {
      assertThat(observers.latest())
          .extracting(NodeObservation::node, NodeObservation::role)
          .containsExactly(tuple("n1", NodeObservation.Role.DOWN));
      never.cancel(true);
    }
  }

  @Test
  void aDisturbedBaselineSaysWhatIsWaitedForAndHowLong() throws Exception {
    FailoverTrialTest.Told told = new FailoverTrialTest.Told();
    told.well = false;
    Written written =
        new Written(80) {
          @Override
          public void line(String line) {
            super.line(line);
            told.well = told.well || line.contains("waiting");
          }
        };
    FailoverTrial.Recording recording =
        new FailoverTrial(
                told,
                new TrialTimes(200, 300, 300, 5_000),
                Clock.SYSTEM,
                new StopSignal(),
                new TrialLines(written, "", true))
            .perform(() -> told);

    assertThat(recording.problems()).isEmpty();
    assertThat(written.lines)
        .filteredOn(line -> line.contains("waiting"))
        .containsExactly(
            "         +0.000 s  waiting for 0.2 s of load in which no operation fails, stalls or"
                + " begins late, for up to 20.2 s in all");
  }

  private static List<String> lines(int columns, boolean fault) {
    return lines(columns, fault, NODES);
  }

  private static List<String> lines(int columns, boolean fault, List<NodeObservation> nodes) {
    Written written = new Written(columns);
    TrialLines lines = new TrialLines(written, "repetition 1 of 2", fault);
    lines.looked(null, status(0, 0, 0, 0, 0), nodes);
    lines.looked(null, status(1, 200, 1, 3, 100), nodes);
    lines.event(0, "node1", "fault");
    lines.looked(1_500_000_000L, status(3, 400, 3, 4, 300), nodes);
    assertThat(written.lines.remove(0)).isEmpty();
    return written.lines;
  }

  private static ClientStatus status(
      long seconds, long writes, long failed, long wait, long reads) {
    return new ClientStatus(
        seconds * 1_000_000_000, probe(writes, failed, wait), probe(reads, 0, 0), probe(0, 0, 0));
  }

  private static ClientStatus.Probe probe(long ok, long failed, long waiting) {
    return new ClientStatus.Probe(
        new ClientStatus.Counts(ok, failed, 0, waiting),
        Operation.NEVER,
        Operation.NEVER,
        Operation.NEVER,
        "",
        Set.of(),
        "");
  }

  private static NodeObservation node(
      String name, boolean reachable, boolean writable, boolean readOnly) {
    return new NodeObservation(name, name, 0, 0, reachable, writable, readOnly);
  }
}
