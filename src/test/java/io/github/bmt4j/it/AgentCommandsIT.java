package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.load.run.AgentFigures;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.sweep.SweepResult;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Listening;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs by agents: words, exit codes and signals; their figures are tested in bench-core. */
@Execution(ExecutionMode.CONCURRENT)
class AgentCommandsIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String INTERVAL = "\\s*-?\\d+\\.\\d s .*";
  private static final String AGENT = "AgentMain";

  private final Database database = Servers.EMBEDDED.database();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--agent=bench1 | --agent=bench1: give local:3, ssh://host, kube:3,image=<image> or",
        "--agent=local:0 | --agent=local:0: give local:3, ssh://host, kube:3,image=<image> or",
        "--agent=kube:3 | --agent=kube:3: give the image of bmt",
        "--agent=kube:3,image=bmt | --threads=2: give at least 3, so that each of the 3 agents",
        "--agent=local:3 | --threads=2: give at least 3, so that each of the 3 agents has one",
        "--agent-command=/no/such/program | agent command:1 has ended (exit code 127)",
        "--agent-command=false | agent command:1 has ended (exit code 1)",
        "--agent=ssh://127.0.0.1:1 | agent ssh://127.0.0.1:1 has ended (exit code 255): ssh:",
        "--agent=kube:job/none | --agent=kube:job/none: kubectl: ",
      })
  void anAgentThatCannotBeIsOneLine(String option, String line) {
    Ended ended = database.command().run("run", "oltp_point_select", "--threads=2", option);

    assertThat(ended.code()).isIn(2, 3);
    assertThat(ended.err().lines().filter(one -> one.startsWith("bmt: ")))
        .singleElement()
        .asString()
        .startsWith("bmt: " + line);
    assertThat(ended.err()).doesNotContain("\tat ", "Preparing");
    assertThat(ended.runs()).isEmpty();
  }

  /** The user's own SQL goes to the agents with its files, and a sweep asks the same ones again. */
  @Test
  void agentsRunASweepOfTheUsersOwnSql() throws IOException {
    Path folder = Bmt.newFolder("agents");
    Files.writeString(folder.resolve("rows.csv"), "a\n1\n2\n3\n");
    Path script = folder.resolve("own.sql");
    Files.writeString(script, "\\file a = rows.csv\nSELECT :a + :more;\nSELECT :client_id;\n");
    Ended ended =
        database
            .command()
            .run(
                words(
                    "run %s --define=more=5 --threads=2,4 --agent=local:2 --time=1 --warmup=0",
                    script))
            .measured();

    SweepResult sweep = (SweepResult) ended.stored().get(0).result();
    assertThat(sweep.steps()).hasSize(2);
    for (SweepResult.Step step : sweep.steps()) {
      RunResult run = Objects.requireNonNull(step.run());
      List<AgentFigures> agents = Objects.requireNonNull(run.agents());
      assertThat(agents.stream().mapToLong(AgentFigures::transactions).sum())
          .isPositive()
          .isEqualTo(run.totals().transactions());
      assertThat(Objects.requireNonNull(run.rows()))
          .allSatisfy(row -> assertThat(row.executions()).isEqualTo(run.totals().transactions()));
    }
    assertThat(ended.out()).contains("agents ");
  }

  /** One thread cannot be divided. */
  @Test
  void aSearchBeginsWithAThreadForEachAgent() {
    Bmt bmt = database.command();
    String load = "run oltp_point_select --table-size=1000 --agent=local:2 --time=1 --warmup=0";
    Ended ended = bmt.run(words(load + " --threads=1..2"));

    SweepResult sweep = (SweepResult) ended.stored().get(0).result();
    assertThat(sweep.steps()).extracting(SweepResult.Step::threads).containsOnly(2);
    assertThat(Objects.requireNonNull(sweep.scenario().search()).from()).isEqualTo(2);
    assertThat(ended.everything())
        .contains("the search began with 2 threads, so that each agent has one");
    assertThat(bmt.run(words(load + " --threads=1,2")).exits(2).err())
        .contains("--threads=1: give at least 2, so that each of the 2 agents has one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "KILL"})
  void noAgentLoadsAServerWhenItsControllerIsGone(String signal) throws IOException {
    if (signal.equals("INT")) {
      ItServers.ctrlC();
    }
    try (Running run =
        database
            .process()
            .start(
                words(
                    "run oltp_point_select --table-size=1000 --threads=2 --agent=local:2"
                        + " --time=60 --warmup=0"))) {
      run.awaitOutput(INTERVAL);
      long agent = run.descendant(AGENT);
      assertThat(Listening.addresses(run.processes())).isEmpty();
      assertThat(ProcessHandle.of(agent)).isPresent();
      run.signal(signal);
      if (signal.equals("INT")) {
        Ended ended = run.await(SOON).exits(130);
        RunResult result = ended.result();
        assertThat(result.verdict().texts())
            .anyMatch(reason -> reason.startsWith("interrupted after "))
            .noneMatch(reason -> reason.contains("lost"));
        assertThat(result.totals().transactions()).isPositive();
        assertThat(ended.out()).contains("agent ").doesNotContain(database.password());
      }
      Await.until("the agent has ended", () -> !ProcessHandle.of(agent).isPresent());
      Await.until(
          "nothing loads the server",
          () ->
              database.number(
                      "SELECT COUNT(*) FROM information_schema.processlist WHERE command <> 'Sleep'"
                          + " AND info LIKE '%sbtest%' AND id <> CONNECTION_ID()")
                  == 0);
    }
  }

  /** As on a host of the user's: with keys, and known_hosts, of the test's own. */
  @Tag("extended")
  @Test
  void anAgentOverSsh() throws Exception {
    assumeTrue(
        SshServer.isInstalled(),
        "tests of agents over SSH, because there is no sshd; to run them: an installed sshd");
    Path folder = Bmt.newFolder("ssh");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    try (SshServer host = SshServer.start(folder)) {
      String agent = "--agent=" + host.url(Path.of("..", "..", "bmt").toAbsolutePath().normalize());
      Bmt bmt = database.process().with("PATH", host.path());
      Ended ended =
          bmt.run(
                  words(
                      "run oltp_point_select --table-size=1000 --threads=2 %s --agent=local:1"
                          + " --events=200 --warmup=0",
                      agent))
              .measured();
      assertThat(Objects.requireNonNull(ended.result().agents()))
          .extracting(AgentFigures::transactions)
          .containsExactly(100L, 100L);
      assertThat(ended.everything()).doesNotContain(database.password());

      host.forgetHostKey();
      assertThat(refused(bmt, agent)).contains("Host key verification failed");
      host.trust();
      host.refuseKey();
      assertThat(refused(bmt, agent)).contains("Permission denied (publickey");
    }
  }

  private static String refused(Bmt bmt, String agent) {
    Ended ended = bmt.run("run", "oltp_point_select", agent).exits(2);
    assertThat(ended.err().lines()).hasSize(1);
    return ended.err();
  }

  /** A port that was free a moment ago. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
