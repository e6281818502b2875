package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.Heard;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Listening;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a server when its command ends otherwise than by closing it. */
@Tag("extended")
class KilledCommandIT {
  @TempDir Path temp;
  private Path cache;

  @BeforeEach
  void onlyWhereSignalsExist() throws IOException {
    assumeTrue(LocalBinaries.find("kill").isPresent(), "no kill command");
    cache = ItServers.cacheIn(temp);
  }

  @AfterEach
  void leaveBinaries() throws IOException {
    if (cache != null) { // not left out
      Files.deleteIfExists(cache.resolve("binaries"));
    }
  }

  @Test
  void endsWhatAKilledCommandLeft() throws Exception {
    TargetSpec spec = ItServers.embedded();
    Heard heard = new Heard();
    try (Child killed = child(spec);
        Child live = child(spec)) {
      ProcessHandle orphan = killed.server();
      ProcessHandle liveServer = live.server();
      Path folder = ServerProcessesIT.folderOf(orphan);
      Child.signal("KILL", killed.handle().pid());
      killed.awaitEnd();
      assertThat(orphan.isAlive()).isTrue();
      try (Server lab = ServerRegistry.open(spec, options(), heard)) {
        assertThat(lab.pid().orElseThrow()).isNotEqualTo(orphan.pid());
        assertThat(orphan.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
        assertThat(heard.lines).anyMatch(line -> line.contains("" + orphan.pid()));
        assertThat(liveServer.isAlive()).isTrue();
      }
      assertThat(liveServer.isAlive()).isTrue();
      live.handle().destroy();
      live.awaitEnd();
      assertThat(liveServer.isAlive()).isFalse();
    }
  }

  static Stream<Supplier<TargetSpec>> kinds() {
    // MySQL's program is executed by a loader.
    return Stream.of(ItServers::embedded, ItServers::mysql);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void findsAnOrphanThatWasNotWrittenDownYet(Supplier<TargetSpec> kind) throws Exception {
    try (Child killed = child(kind.get())) {
      ProcessHandle orphan = killed.server();
      Listening.onlyOnLoopback(Stream.of(orphan));
      Path folder = ServerProcessesIT.folderOf(orphan);
      Child.signal("KILL", killed.handle().pid());
      killed.awaitEnd();
      Files.delete(folder.resolve("server.record"));
      try (ServerFolder run = ServerFolder.create(cache, Progress.SILENT)) {
        assertThat(orphan.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
        assertThat(run.place().path()).isDirectory();
      }
    }
  }

  @Test
  void neverEndsAProcessThatOnlyHasTheSameNumber() throws Exception {
    ProcessHandle self = ProcessHandle.current();
    Path servers = Files.createDirectories(temp.resolve("servers/1-left"));
    ServerRecord.of(self, servers.resolve("data")).write(servers);
    try (Child other = child(ItServers.embedded())) {
      ProcessHandle server = other.server();
      Path second = Files.createDirectories(temp.resolve("servers/2-left"));
      new ServerRecord(server.pid(), 1_000_000, second.resolve("data")).write(second);
      ServerFolder.create(temp, Progress.SILENT).close();
      assertThat(server.isAlive()).isTrue();
      assertThat(servers).doesNotExist();
      assertThat(second).doesNotExist();
      other.handle().destroy();
      other.awaitEnd();
    }
  }

  @Test
  void ctrlCReachesTheCommandAndNotItsServer() throws Exception {
    assumeTrue(LocalBinaries.find("setsid").isPresent(), "no setsid command");
    ItServers.ctrlC();
    TargetSpec spec = ItServers.embedded();
    // In a process group of its own, as a shell would start it in a terminal.
    try (Child child = Child.start(List.of("setsid"), List.of(spec.word(), cache.toString()))) {
      ProcessHandle server = child.server();
      Path folder = ServerProcessesIT.folderOf(server);
      Child.signal("STOP", child.handle().pid());
      Child.signal("INT", -child.handle().pid());
      TimeUnit.SECONDS.sleep(1);
      assertThat(server.isAlive()).isTrue();
      Child.signal("CONT", child.handle().pid());
      child.awaitEnd();
      assertThat(server.isAlive()).isFalse();
      assertThat(folder).doesNotExist();
    }
  }

  @Test
  void recoversKeptDataOfAKilledCommand() throws Exception {
    TargetSpec spec = ItServers.embedded();
    Path kept = temp.resolve("kept");
    try (Child child =
        Child.start(List.of(), List.of(spec.word(), cache.toString(), kept.toString()))) {
      ProcessHandle orphan = child.server();
      Child.signal("KILL", child.handle().pid());
      child.awaitEnd();
      try (Server lab =
          ServerRegistry.open(spec, new StartOptions(cache, kept, List.of()), Progress.SILENT)) {
        assertThat(orphan.isAlive()).isFalse();
        assertThat(Queries.one(lab.target(), "SELECT 1")).isEqualTo("1");
      }
    }
  }

  private Child child(TargetSpec spec) throws Exception {
    return Child.start(List.of(), List.of(spec.word(), cache.toString()));
  }

  private StartOptions options() {
    return new StartOptions(cache, null, List.of());
  }
}
