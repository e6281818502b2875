package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Heard;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Listening;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that run as processes of ours: embedded and local. */
@Tag("extended")
class ServerProcessesIT {
  @TempDir Path temp;

  static Stream<Supplier<TargetSpec>> kinds() {
    return Stream.of(ItServers::embedded, ItServers::local);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void startsAServerThatBenchmarksMayUseAndLeavesNothing(Supplier<TargetSpec> kind)
      throws Exception {
    Server lab = open(kind, List.of());
    Target target = lab.target();
    ProcessHandle server = ProcessHandle.of(lab.pid().orElseThrow()).orElseThrow();
    Path folder = folderOf(server);
    try (lab) {
      assertThat(target.ours()).isTrue();
      assertThat(server.info().command().orElse("")).containsAnyOf("mariadbd", "mysqld");
      assertThat(server.info().commandLine().orElse("")).doesNotContain(target.password().reveal());
      assertThat(Queries.one(target, "SELECT DATABASE()")).isEqualTo("bmt");
      assertThat(Queries.one(target, "SHOW GLOBAL STATUS LIKE 'Com_select'"))
          .isEqualTo("Com_select");
      assertThat(Queries.one(target, "SHOW GRANTS")).contains("ALL PRIVILEGES ON *.*");
      Listening.onlyOnLoopback(Stream.of(server));
      Queries.demandPasswords(target.url());
      Queries.reachNoFiles(target);
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        assertThat(Files.getPosixFilePermissions(folder))
            .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      }
      Queries.execute(target, "FLUSH STATUS", "CREATE DATABASE other", "CREATE TABLE t (a INT)");
      assertThat(Files.exists(folder.resolve("init.sql"))).isFalse();
    }
    lab.close();
    assertThat(server.isAlive()).isFalse();
    assertThat(folder).doesNotExist();
    int port = URI.create(target.url().substring("jdbc:".length())).getPort();
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void keepsDurabilityAsTheServerHasItAndPassesOptionsOn(Supplier<TargetSpec> kind)
      throws Exception {
    try (Server lab = open(kind, List.of("max_connections=77", "innodb_page_size=8k"))) {
      assertThat(Queries.one(lab.target(), "SELECT @@max_connections")).isEqualTo("77");
      assertThat(Queries.one(lab.target(), "SELECT @@innodb_page_size")).isEqualTo("8192");
      assertThat(Queries.one(lab.target(), "SELECT @@innodb_flush_log_at_trx_commit"))
          .isEqualTo("1");
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void keepsDataFromCommandToCommand(Supplier<TargetSpec> kind) throws Exception {
    StartOptions keeping = new StartOptions(ItServers.cache(), temp.resolve("my data"), List.of());
    try (Server lab = ServerRegistry.open(kind.get(), keeping, Progress.SILENT)) {
      Queries.execute(lab.target(), "CREATE TABLE t (a INT)", "INSERT INTO t VALUES (42)");
      assertThatThrownBy(() -> ServerRegistry.open(kind.get(), keeping, Progress.SILENT))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("in use");
    }
    Heard heard = new Heard();
    try (Server lab = ServerRegistry.open(kind.get(), keeping, heard)) {
      assertThat(Queries.one(lab.target(), "SELECT a FROM t")).isEqualTo("42");
      assertThat(heard.lines).isEmpty();
    }
    assertThat(temp.resolve("my data/data")).isDirectory();
  }

  /** Windows' installer makes accounts of root, and accounts for all users, without a password. */
  @Test
  void accountsWithoutAPasswordAreClosed() throws Exception {
    ServerBinaries binaries =
        ServerBinaries.find(ItServers.embedded(), ItServers.cache(), Progress.SILENT);
    Path folder = temp.resolve("data");
    try (DataFolder data = DataFolder.kept(folder, binaries.version(), Progress.SILENT)) {
      List<String> command =
          new ArrayList<>(
              binaries.initialisation(Folders.createPrivate(data.partial()), List.of()));
      command.replaceAll(word -> word.replace("-method=socket", "-method=normal"));
      Process installer =
          new ProcessBuilder(command)
              .directory(binaries.home().toFile())
              .redirectErrorStream(true)
              .redirectOutput(temp.resolve("log").toFile())
              .start();
      assertThat(installer.waitFor()).as(Files.readString(temp.resolve("log"))).isZero();
      data.initialised();
    }
    StartOptions keeping = new StartOptions(ItServers.cache(), folder, List.of());
    try (Server server = ServerRegistry.open(ItServers.embedded(), keeping, Progress.SILENT)) {
      Queries.demandPasswords(server.target().url());
      assertThat(
              Queries.one(
                  server.target(),
                  "SELECT GROUP_CONCAT(user, '@', host ORDER BY user) FROM mysql.user"
                      + " WHERE user IN ('', 'root')"))
          .isEqualTo("root@localhost");
    }
  }

  /** The page size is the default: it has the data made anew. */
  @Test
  void copiedDataAreThoseThatTheServerMakes() throws Exception {
    List<String> queries =
        List.of(
            "SELECT GROUP_CONCAT(table_schema, table_name, table_type, COALESCE(engine, '')"
                + " ORDER BY table_schema, table_name) FROM information_schema.tables",
            "SELECT GROUP_CONCAT(user, host, plugin ORDER BY user, host) FROM mysql.user",
            "SELECT @@innodb_log_file_size",
            "SELECT @@innodb_undo_tablespaces",
            "SELECT @@log_bin");
    ServerBinaries binaries =
        ServerBinaries.find(ItServers.embedded(), ItServers.cache(), Progress.SILENT);
    Path home = binaries.home();
    try (Server copied = open(ItServers::embedded, List.of());
        Server made = open(ItServers::embedded, List.of("innodb_page_size=16k"))) {
      assertThat(home.resolveSibling(home.getFileName() + ".data-1/mysql")).isDirectory();
      assertThat(Queries.one(copied.target(), "SELECT @@datadir"))
          .isNotEqualTo(Queries.one(made.target(), "SELECT @@datadir"));
      for (String query : queries) {
        assertThat(Queries.one(copied.target(), query))
            .as(query)
            .isNotEmpty()
            .isEqualTo(Queries.one(made.target(), query));
      }
    }
  }

  @Test
  void runsAProgramThatIsNamedByItsPath() throws Exception {
    Path program =
        ServerBinaries.find(ItServers.embedded(), ItServers.cache(), Progress.SILENT).server();
    try (Server server = open(() -> TargetSpec.parse("local:" + program), List.of())) {
      assertThat(server.target().description()).startsWith("local MariaDB 11.");
      assertThat(Queries.one(server.target(), "SELECT 42")).isEqualTo("42");
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void quotesTheServerThatDoesNotStartAndLeavesNothing(Supplier<TargetSpec> kind) throws Exception {
    Path cache = temp.resolve("cache");
    Files.createDirectories(cache);
    Path link = cache.resolve("binaries");
    Files.createSymbolicLink(link, ItServers.cache().toAbsolutePath().resolve("binaries"));
    StartOptions options = new StartOptions(cache, null, List.of("no_such_option=1"));
    assertThatThrownBy(() -> ServerRegistry.open(kind.get(), options, Progress.SILENT))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("unknown variable 'no_such_option=1'")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    Files.delete(link);
    assertThat(Folders.children(cache.resolve("servers")))
        .containsExactly(cache.resolve("servers/lock"));
  }

  private Server open(Supplier<TargetSpec> kind, List<String> options) throws TargetException {
    return ItServers.open(kind.get(), options);
  }

  static Path folderOf(ProcessHandle server) {
    String commandLine = server.info().commandLine().orElseThrow();
    String after = commandLine.substring(commandLine.indexOf("--pid-file=") + 11);
    return Folders.parent(Folders.parent(Path.of(after.substring(0, after.indexOf(' ')))));
  }
}
