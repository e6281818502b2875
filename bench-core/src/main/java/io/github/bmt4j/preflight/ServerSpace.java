package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Folders for data that a server does not hold in memory, and their free space by its own report.
 *
 * @param rebuild folder of the sort files of an ALTER
 * @param temporaryTablespaceLimitBytes largest size of all temporary tables; absent when there is
 *     no limit, or it is unknown
 * @param sessionLimitBytes largest size of all temporary files and tables of a session; likewise
 * @param sortBufferBytes memory of a sort
 * @param onlineLogBytes limit of the log of concurrent changes during an ALTER
 */
public record ServerSpace(
    Folder temporary,
    Folder rebuild,
    Folder data,
    @Nullable Long temporaryTablespaceLimitBytes,
    @Nullable Long sessionLimitBytes,
    @Nullable Long sortBufferBytes,
    @Nullable Long onlineLogBytes) {
  private static final String VARIABLES =
      """
      SHOW VARIABLES WHERE Variable_name IN ('datadir', 'innodb_online_alter_log_max_size',
        'innodb_temp_data_file_path', 'innodb_tmpdir', 'max_tmp_session_space_usage', 'sort_buffer_size',
        'tmpdir')
      """;

  /**
   * A folder of the server.
   *
   * @param path path as the server names it; {@code ?} if it does not
   * @param freeBytes free for it; absent if the server does not report it
   */
  record Folder(String path, @Nullable Long freeBytes) {}

  /**
   * Asks the server; unreported values are absent.
   *
   * @param serverIsOnThisMachine true if its folders are this machine's, so that free space can be
   *     read here: only for processes that bmt started
   */
  public static ServerSpace read(Connection connection, boolean serverIsOnThisMachine)
      throws SQLException {
    Map<String, String> variables = Sql.pairs(connection, VARIABLES);
    boolean mariaDb = ServerProduct.read(connection).isMariaDb();
    Map<String, Long> disks = mariaDb ? disks(connection) : Map.of();
    String temporary = variables.getOrDefault("tmpdir", "");
    String rebuild = variables.getOrDefault("innodb_tmpdir", "");
    return new ServerSpace(
        folder(temporary, disks, serverIsOnThisMachine),
        folder(rebuild.isEmpty() ? temporary : rebuild, disks, serverIsOnThisMachine),
        folder(variables.getOrDefault("datadir", ""), disks, serverIsOnThisMachine),
        // MySQL keeps temporary tables in files of each session, which have no limit.
        mariaDb ? limit(variables.getOrDefault("innodb_temp_data_file_path", "")) : null,
        positive(variables.get("max_tmp_session_space_usage")),
        positive(variables.get("sort_buffer_size")),
        positive(variables.get("innodb_online_alter_log_max_size")));
  }

  /**
   * Total that a value such as {@code ibtmp1:12M:autoextend:max:5G} allows; null when it sets no
   * limit.
   */
  static @Nullable Long limit(String filePath) {
    long sum = 0;
    for (String file : filePath.split(";", -1)) {
      String[] parts = file.strip().toLowerCase(Locale.ROOT).split(":", -1);
      boolean grows = Arrays.asList(parts).contains("autoextend");
      int max = Arrays.asList(parts).indexOf("max");
      if (parts.length < 2 || (grows && (max < 0 || max + 1 >= parts.length))) {
        return null;
      }
      Long bytes = bytes(grows ? parts[max + 1] : parts[1]);
      if (bytes == null) {
        return null;
      }
      sum += bytes;
    }
    return sum;
  }

  private static @Nullable Long bytes(String size) {
    if (!size.matches("\\d{1,12}[kmg]?")) {
      return null;
    }
    int unit = "kmg".indexOf(size.charAt(size.length() - 1));
    String digits = unit < 0 ? size : size.substring(0, size.length() - 1);
    return Long.parseLong(digits) << (10 * (unit + 1));
  }

  /** Free bytes by mount point, from MariaDB's plugin DISKS, which few servers have loaded. */
  private static Map<String, Long> disks(Connection connection) throws SQLException {
    boolean loaded =
        Sql.number(
                connection,
                "SELECT COUNT(*) FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'DISKS'"
                    + " AND PLUGIN_STATUS = 'ACTIVE'")
            > 0;
    return loaded
        ? Sql.numbers(connection, "SELECT Path, Available * 1024 FROM information_schema.DISKS")
        : Map.of();
  }

  /** Of several folders that take turns, the one with the least room counts. */
  private static Folder folder(String setting, Map<String, Long> disks, boolean here) {
    if (setting.isEmpty()) {
      return new Folder("?", null);
    }
    return Arrays.stream(setting.split(":", -1))
        .map(path -> new Folder(path, free(path, disks, here)))
        .min(
            Comparator.comparing(
                Folder::freeBytes, Comparator.nullsFirst(Comparator.naturalOrder())))
        .orElseThrow();
  }

  private static @Nullable Long free(String path, Map<String, Long> disks, boolean here) {
    if (here) {
      try {
        return Files.getFileStore(Path.of(path)).getUsableSpace();
      } catch (IOException | InvalidPathException e) {
        return null;
      }
    }
    return disks.entrySet().stream()
        .filter(disk -> lies(path, disk.getKey()))
        .max(Comparator.comparingInt(disk -> disk.getKey().length()))
        .map(Map.Entry::getValue)
        .orElse(null);
  }

  private static boolean lies(String path, String mount) {
    String end = mount.endsWith("/") ? mount : mount + "/";
    return (path + "/").startsWith(end);
  }

  private static @Nullable Long positive(@Nullable String number) {
    Long value = ServerAnswers.parsed(number);
    return value == null || value == 0 ? null : value;
  }
}
