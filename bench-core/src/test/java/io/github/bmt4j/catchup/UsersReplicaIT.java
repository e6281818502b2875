package io.github.bmt4j.catchup;

import static io.github.bmt4j.catchup.Replica.applies;
import static io.github.bmt4j.catchup.Replica.async;
import static io.github.bmt4j.catchup.Replica.await;
import static io.github.bmt4j.catchup.Replica.locked;
import static io.github.bmt4j.catchup.Replica.mariaDb;
import static io.github.bmt4j.catchup.Replica.onReplicaAlone;
import static io.github.bmt4j.catchup.Replica.replica;
import static io.github.bmt4j.catchup.Replica.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.catchup.CatchUpOrder.Outside;
import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.TableCommands;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Login;
import io.github.bmt4j.server.NodeSql;
import io.github.bmt4j.server.Waiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Catch-ups of the user's own replica, in one cluster of each product. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class UsersReplicaIT {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final String SECRET = "s3cret";

  private final StopSignal stop = new StopSignal();

  @TempDir Path folder;

  static Stream<Supplier<TargetSpec>> kinds() {
    return Stream.of(ItServers::embedded, ItServers::mysql);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void usersReplicasReplicateAgainOrTheResultSaysWhyNot(Supplier<TargetSpec> kind)
      throws Exception {
    try (Cluster lab = CatchUpIT.open(kind.get())) {
      new TableCommands(Clock.SYSTEM, Progress.SILENT, stop)
          .prepare(OltpJob.of(2_000, 4), List.of(lab.target(lab.primary())));
      NodeSql.execute(
          lab, lab.primary(), lab.admin(), "CREATE TABLE twice (id INT PRIMARY KEY) ENGINE=InnoDB");
      lab.awaitCaughtUp(Duration.ofSeconds(30));
      serversOfTheUserReplicateAgainAfterwards(lab);
      anotherCatchUpOfTheSameReplicaIsRefused(lab);
      if (mariaDb(lab)) { // The client waits, for what both products tell alike.
        aReplicaThatIsLateIsWaitedFor(lab);
        aStartThatDoesNothingIsNoResult(lab);
      }
      aReceiverThatStopsUnderLoadIsNoResult(lab);
      passwordsOfStatementsAreNotShown(lab);
      aDuplicateKeyEndsItInTheServersWords(lab);
    }
  }

  private void serversOfTheUserReplicateAgainAfterwards(Cluster lab) throws Exception {
    String word = word(lab);
    TargetSpec.External primary = external(lab, lab.primary(), lab.admin());
    TargetSpec.External replica = external(lab, replica(lab), lab.admin());
    onReplica(lab, "SET GLOBAL wait_timeout = 1"); // Shorter than the backlog.
    for (Outside outside :
        List.of(
            new Outside(replica, null, null),
            new Outside(replica, "STOP " + word, "START " + word))) {
      CatchUpResult result = run(CatchUpIT.order(primary, SHORT, List.of(""), 1, false, outside));
      CatchUp done = result.catchUps().get(0);
      assertThat(done.outcome()).isEqualTo(Outcome.CAUGHT_UP);
      assertThat(done.checksums()).isEqualTo("equal");
      BusyMachine.atMost(result.verdict().texts(), "%s", done);
      assertThat(runs(lab)).isTrue();
    }
    onReplica(lab, "SET GLOBAL wait_timeout = DEFAULT");
    TargetSpec.External unprivileged = external(lab, replica(lab), lab.application());
    refused(
        CatchUpIT.order(
            primary, SHORT, List.of(""), 1, false, new Outside(unprivileged, null, null)),
        "lacks the right");
    refused(
        CatchUpIT.order(replica, SHORT, List.of(""), 1, false, new Outside(primary, null, null)),
        "does not replicate from any server");
  }

  private void anotherCatchUpOfTheSameReplicaIsRefused(Cluster lab) throws Exception {
    CompletableFuture<CatchUpResult> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return run(order(lab, 1, false, null, null));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    try (Connection replica = NodeSql.connect(lab, replica(lab), lab.admin())) {
      await(replica, applies(lab, "OFF"));
    }
    assertThatThrownBy(() -> run(order(lab, 1, false, null, null)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("another bmt command is using the replica's applier (connection ");
    CatchUp done = first.get(60, TimeUnit.SECONDS).catchUps().get(0);
    assertThat(done.outcome()).isEqualTo(Outcome.CAUGHT_UP);
    assertThat(done.problems()).isEmpty();
  }

  private void refused(CatchUpOrder order, String reason) {
    assertThatThrownBy(() -> run(order))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(reason);
  }

  private CatchUpResult run(CatchUpOrder order) throws Exception {
    return new Runner(context(), Given.NOTHING)
        .run(new CatchUpExperiment(order), folder, Events.NONE)
        .result();
  }

  private void aReplicaThatIsLateIsWaitedFor(Cluster lab) throws Exception {
    onReplicaAlone(lab, "DO 0"); // MySQL locks no table while super_read_only is on.
    CompletableFuture<?> blocked =
        async(
            () -> {
              try (Connection replica = NodeSql.connect(lab, replica(lab), lab.admin())) {
                await(replica, applies(lab, "OFF"));
                return locked(
                    replica,
                    lab,
                    other -> {
                      await(other, applies(lab, "ON"));
                      TimeUnit.SECONDS.sleep(4);
                    });
              }
            });
    CatchUpOrder usual = order(lab, 2, false, null, null);
    CatchUpScenario brief = Made.like(usual.scenario()).set("giveUpSeconds", 2).record();
    CatchUpResult result = run(Made.like(usual).set("scenario", brief).record());
    blocked.get(30, TimeUnit.SECONDS);
    assertThat(result.catchUps()).hasSize(2);
    assertThat(result.catchUps().get(0).outcome()).isEqualTo(Outcome.GAVE_UP);
    assertThat(result.catchUps()).extracting(CatchUp::checksums).containsOnly("equal");
    BusyMachine.atMost(result.verdict().texts(), "%s", result.catchUps());
  }

  private void aStartThatDoesNothingIsNoResult(Cluster lab) throws Exception {
    CatchUpResult result = run(startedBy(lab, "DO 0 /* PASSWORD='" + SECRET + "' */"));
    assertThat(result.catchUps()).extracting(CatchUp::outcome).containsExactly(Outcome.BROKEN);
    assertThat(result.verdict().texts())
        .contains(
            "no setting, round 1: replication broke: replication is stopped, and the server gives"
                + " no error",
            "replication does not run on the replica: fix the cause and execute DO 0 /*"
                + " PASSWORD=*** */")
        .noneMatch(reason -> reason.contains(SECRET));
    startAgain(lab);
  }

  private void aReceiverThatStopsUnderLoadIsNoResult(Cluster lab) throws Exception {
    CompletableFuture<?> stopped =
        async(
            () -> {
              try (Connection replica = NodeSql.connect(lab, replica(lab), lab.admin())) {
                await(replica, applies(lab, "OFF"));
              }
              onReplica(lab, "STOP " + word(lab) + " IO_THREAD");
              return true;
            });
    CatchUpResult result = run(order(lab, 1, true, null, null));
    stopped.get(30, TimeUnit.SECONDS);
    assertThat(result.catchUps()).extracting(CatchUp::outcome).containsExactly(Outcome.BROKEN);
    startAgain(lab);
  }

  private void passwordsOfStatementsAreNotShown(Cluster lab) throws Exception {
    String start = "START " + word(lab) + " NONSENSE PASSWORD='" + SECRET + "'";
    assertThatThrownBy(() -> run(startedBy(lab, start)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("NONSENSE")
        .message()
        .doesNotContain(SECRET);
    startAgain(lab);
  }

  private static void startAgain(Cluster lab) throws Exception {
    onReplica(lab, "START " + word(lab));
    assertThat(Waiting.until(Duration.ofSeconds(30), 20, () -> runs(lab))).isTrue();
  }

  private static CatchUpOrder startedBy(Cluster lab, String start) {
    return order(lab, 1, false, "STOP " + word(lab), start);
  }

  private static CatchUpOrder order(
      Cluster lab, int rounds, boolean duringLoad, @Nullable String stop, @Nullable String start) {
    return CatchUpIT.order(
        external(lab, lab.primary(), lab.admin()),
        SHORT,
        List.of(""),
        rounds,
        duringLoad,
        new Outside(external(lab, replica(lab), lab.admin()), stop, start));
  }

  /** Last: it leaves a replica that does not replicate. */
  private void aDuplicateKeyEndsItInTheServersWords(Cluster lab) throws Exception {
    onReplicaAlone(lab, "INSERT INTO twice VALUES (7)");
    CatchUpOrder order = order(lab, 1, false, null, null);
    CompletableFuture<?> written =
        async(
            () -> {
              try (Connection asked = NodeSql.connect(lab, replica(lab), lab.admin())) {
                await(asked, applies(lab, "OFF"));
              }
              NodeSql.execute(lab, lab.primary(), lab.admin(), "INSERT INTO twice VALUES (7)");
              return true;
            });
    CatchUpResult result = run(order);
    written.get(30, TimeUnit.SECONDS);
    assertThat(result.catchUps()).extracting(CatchUp::outcome).containsExactly(Outcome.BROKEN);
    assertThat(result.verdict().texts())
        .anyMatch(reason -> reason.matches("(?s).*replication broke: .*Duplicate entry '7'.*"))
        .anyMatch(reason -> reason.startsWith("replication does not run on the replica: "));
  }

  private static String word(Cluster lab) {
    return mariaDb(lab) ? "SLAVE" : "REPLICA";
  }

  private static void onReplica(Cluster lab, String sql) throws SQLException {
    NodeSql.execute(lab, replica(lab), lab.admin(), sql);
  }

  private static TargetSpec.External external(Cluster lab, Node node, Login login) {
    return new TargetSpec.External(lab.url(node), login.user(), login.password());
  }

  private Context context() {
    return new Context(Clock.SYSTEM, Progress.SILENT, stop, () -> {});
  }
}
