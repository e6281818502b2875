package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.OpenFiles;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The programs of one installed server.
 *
 * @param kind {@code embedded} or {@code local}
 * @param home folder above {@code bin}, if the server is not the system's own
 * @param user user that it runs as, if bmt runs as root; "" otherwise
 */
record ServerBinaries(String kind, Path server, ServerProduct version, Path home, String user) {
  /** Longest time in which it may print its version, from a slow disk. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Open files for pipes to a server, its files and the connections that wait for its start. */
  private static final int FILES = 50;

  private static final List<String> INSTALLERS =
      List.of("scripts/mariadb-install-db", "scripts/mysql_install_db", "bin/mariadb-install-db");

  /** True if the programs of a target are on this machine, or can be downloaded. */
  static boolean takes(TargetSpec spec) {
    return spec instanceof TargetSpec.Embedded || spec instanceof TargetSpec.Local;
  }

  /** The programs of an embedded or local target. */
  static ServerBinaries find(TargetSpec spec, Path cache, Progress progress)
      throws TargetException {
    return spec instanceof TargetSpec.Local local
        ? local(local)
        : new EmbeddedBinaries(cache, MavenArtifacts.ofUser(), progress).find();
  }

  /**
   * The product of an embedded or local target; nothing is downloaded.
   *
   * @throws BadInputException when the target names a program that is no server
   */
  static ServerProduct product(TargetSpec spec) throws TargetException {
    return spec instanceof TargetSpec.Local local
        ? local(local).version()
        : ServerProduct.parse(EmbeddedBinaries.version(), Flavor.MARIADB.toString());
  }

  private static ServerBinaries local(TargetSpec.Local target) throws TargetException {
    Path server = target.server();
    return server == null ? LocalBinaries.find() : LocalBinaries.named(server);
  }

  static ServerBinaries demand(String kind, Path server) throws TargetException {
    try {
      return of(kind, server);
    } catch (IOException | IllegalArgumentException e) {
      throw new TargetException(
          server + " does not run here: " + e.getMessage() + "; see --target and --url", e);
    }
  }

  /**
   * Asks a program what it is.
   *
   * @throws IOException when it cannot be started, or does not end
   * @throws IllegalArgumentException when it does not answer as a server does
   */
  static ServerBinaries of(String kind, Path server) throws IOException, TargetException {
    Optional<String> shortage = OpenFiles.shortage(FILES);
    if (shortage.isPresent()) {
      throw new TargetException("no server can be started: " + shortage.get());
    }
    Path home = Folders.parent(Folders.parent(server));
    try {
      String answer =
          Launch.ask(List.of(server.toString(), "--no-defaults", "--version"), LIMIT).text();
      String user = ServerUser.isNeeded() ? "root" : "";
      return new ServerBinaries(kind, server, ServerProduct.ofProgram(answer), home, user);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }

  ServerBinaries as(String other) {
    return new ServerBinaries(kind, server, version, home, other);
  }

  /** Gives a node's files to the user that it runs as, if that is not bmt's own user. */
  void give(ServerPlace place) throws IOException {
    if (user.equals(ServerUser.NAME)) {
      ServerUser.give(place);
    }
  }

  String description() {
    return kind + " " + version;
  }

  List<String> baseOptions() {
    List<String> options = new ArrayList<>(List.of("--no-defaults"));
    if (kind.equals("embedded")) {
      options.add("--basedir=" + home);
    }
    if (!user.isEmpty()) {
      options.add("--user=" + user);
    }
    return options;
  }

  /**
   * Options that forbid access that no benchmark needs.
   *
   * @param empty empty folder for MariaDB, which cannot forbid its statements access to all files
   */
  List<String> closedDoors(Path empty) {
    if (version.isMariaDb()) {
      return List.of("--ssl=OFF", "--secure-file-priv=" + empty);
    }
    return version.atLeast(8, 0)
        ? List.of("--secure-file-priv=NULL", "--tls-version=", "--mysqlx=OFF")
        : List.of("--secure-file-priv=NULL", "--ssl=OFF");
  }

  /** The command that creates an empty data folder. Run it in {@link #home}. */
  List<String> initialisation(Path data, List<String> dataFormat) throws TargetException {
    List<String> command = new ArrayList<>();
    if (!version.isMariaDb()) {
      command.add(server.toString());
      command.addAll(baseOptions());
      command.addAll(List.of("--datadir=" + data, "--initialize-insecure"));
      command.addAll(dataFormat);
      return command;
    }
    Path windows = home.resolve("bin/mysql_install_db.exe");
    if (Files.isRegularFile(windows)) {
      return List.of(windows.toString(), "--datadir=" + data);
    }
    command.addAll(List.of(installer(), "--no-defaults"));
    if (ServerUser.isNeeded()) {
      // In this spelling the script leaves it to the server: the script's own chown fails on names
      // with spaces.
      command.add("--loose-user=root");
    }
    command.addAll(List.of("--datadir=" + data, "--skip-test-db", "--skip-name-resolve"));
    command.add("--auth-root-authentication-method=socket");
    command.addAll(dataFormat);
    return command;
  }

  private String installer() throws TargetException {
    // Relative to home, where it looks for its files first: home may have spaces in its name.
    return INSTALLERS.stream()
        .filter(candidate -> Files.isExecutable(home.resolve(candidate)))
        .map(candidate -> "./" + candidate)
        .findFirst()
        .or(() -> LocalBinaries.find("mariadb-install-db").map(Path::toString))
        .or(() -> LocalBinaries.find("mysql_install_db").map(Path::toString))
        .orElseThrow(
            () ->
                new TargetException(
                    server
                        + " has no mariadb-install-db in its folder or on the PATH: install it, or"
                        + " choose another --target"));
  }
}
