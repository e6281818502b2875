package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A server that another user of the machine starts to become one more node of a cluster. It has the
 * command line of a node, which all users can read, with addresses, data and passwords of its own.
 */
final class Intruder implements AutoCloseable {
  static final String HOST = "127.0.0.9";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LOGIN =
      """
      SET sql_log_bin=0;
      CREATE USER IF NOT EXISTS 'bmt_replica'@'%' IDENTIFIED BY 'guessed';
      GRANT ALL PRIVILEGES ON *.* TO 'bmt_replica'@'%' WITH GRANT OPTION;
      """;

  private final Path folder;
  private final int port;
  private final Process process;

  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--");

  /**
   * @param node whose command line it has, and with whose cluster's first data it begins, but for
   *     keys and certificates
   * @param files names and texts of its own
   * @param own options, which come last and win
   */
  Intruder(ProcessServer node, Map<String, String> files, List<String> own) throws Exception {
    folder = Files.createTempDirectory(Path.of("/tmp"), "intruder");
    port = NodeAddresses.freePort(HOST);
    Path data = folder.resolve("data");
    Folders.copyPrivate(node.place().commonData(), data);
    try (DirectoryStream<Path> secrets = Files.newDirectoryStream(data, "*.pem")) {
      for (Path secret : secrets) {
        Files.delete(secret);
      }
    }
    Files.deleteIfExists(data.resolve("auto.cnf"));
    Files.writeString(folder.resolve("init.sql"), LOGIN);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(data.resolve(file.getKey()), file.getValue());
    }
    Files.createDirectory(folder.resolve("tmp"));
    List<String> command = new ArrayList<>();
    long pid = node.process().handle().orElseThrow().pid();
    String[] words = Files.readString(Path.of("/proc/" + pid + "/cmdline")).split("\0", -1);
    boolean another = System.getProperty("user.name", "").equals("root") && nobodyReads(words);
    if (another) {
      command.addAll(AS_NOBODY);
      new ProcessBuilder("chown", "-R", "nobody:nogroup", folder.toString()).start().waitFor();
    }
    for (String word : words) {
      if (!word.isEmpty() && !(another && word.startsWith("--user="))) {
        command.add(word);
      }
    }
    command.add("--datadir=" + data);
    command.add("--pid-file=" + folder.resolve("pid"));
    command.add("--tmpdir=" + folder.resolve("tmp"));
    command.add("--init-file=" + folder.resolve("init.sql"));
    command.add("--port=" + port);
    command.addAll(List.of("--bind-address=" + HOST, "--secure-file-priv=", "--server-id=9"));
    command.addAll(own);
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log().toFile())
            .start();
  }

  /** False where the programs lie in a folder of root's: then the intruder is root, too. */
  private static boolean nobodyReads(String[] words) throws Exception {
    for (String word : words) {
      if (word.startsWith("/")) {
        List<String> reading = new ArrayList<>(AS_NOBODY);
        reading.addAll(List.of("test", "-r", word));
        if (new ProcessBuilder(reading).start().waitFor() != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private Path log() {
    return folder.resolveSibling(folder.getFileName() + ".log");
  }

  /** Its output so far. */
  String words() throws IOException {
    return Files.readString(log());
  }

  boolean says(String pattern) {
    try {
      return Pattern.compile(pattern).matcher(words()).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Executes statements as soon as it takes logins. */
  void execute(String... statements) throws Exception {
    String url =
        "jdbc:mariadb://" + HOST + ":" + port + "/?sslMode=disable&allowPublicKeyRetrieval=true";
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Connection connection = DriverManager.getConnection(url, "bmt_replica", "guessed")) {
        Sql.execute(connection, statements);
        return;
      } catch (SQLNonTransientConnectionException e) {
        assertThat(System.nanoTime()).as("%s %s", e, words()).isLessThan(end);
        Thread.sleep(100);
      }
    }
  }

  @Override
  public void close() throws Exception {
    ProcessTree.of(Set.of(process.toHandle())).end(0);
    Folders.delete(folder);
    Files.delete(log());
  }
}
