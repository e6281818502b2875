package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Server programs that are installed on this machine. */
final class LocalBinaries {
  private LocalBinaries() {}

  /** The first server on the PATH, or in other usual folders of servers. */
  static Optional<Path> installed() {
    return Launch.folders().stream()
        .flatMap(folder -> Stream.of("mariadbd", "mysqld").map(folder::resolve))
        .filter(server -> Files.isExecutable(server) && !Files.isDirectory(server))
        .findFirst();
  }

  static ServerBinaries find() throws TargetException {
    return ServerBinaries.demand(
        "local",
        real(
            installed()
                .orElseThrow(
                    () ->
                        new TargetException(
                            "--target local: neither mariadbd nor mysqld is on the PATH; install"
                                + " one (the package mariadb-server), or choose --target embedded,"
                                + " --target container:<image> or --url"))));
  }

  /** A server that the user named. */
  static ServerBinaries named(Path server) throws TargetException {
    demandProgram(server);
    try {
      return ServerBinaries.of("local", real(server));
    } catch (IllegalArgumentException | IOException e) {
      throw new BadInputException(
          refusal(server, "is not a server that runs here: " + e.getMessage()));
    }
  }

  /** Refuses a file that cannot be executed. */
  static void demandProgram(Path server) {
    BadInputException.check(Files.exists(server), refusal(server, "does not exist"));
    if (!Files.isRegularFile(server) || !Files.isExecutable(server)) {
      throw new BadInputException(refusal(server, "is not a program that you may execute"));
    }
  }

  private static String refusal(Path server, String problem) {
    return "--target local:" + server + " " + problem + "; give the path of mariadbd or mysqld";
  }

  /** The first program of that name on the PATH, or in other usual folders of servers. */
  static Optional<Path> find(String program) {
    return Launch.find(program, Launch.folders());
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file;
    }
  }
}
