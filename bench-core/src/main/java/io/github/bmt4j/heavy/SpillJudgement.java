package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.report.Lines;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges from the server's counters whether a statement was done in memory. The answer is "memory"
 * only if the counters exclude every way to disk that the server has.
 *
 * <p>The ways, as tried on MariaDB 10.11 and 11.4 and MySQL 9.7 ({@code SpillIT}):
 *
 * <ul>
 *   <li>A sort. {@code merge_buffers} of filesort.cc counts {@code Sort_merge_passes} also for the
 *       last merge, the one that reads the sorted pieces: a sort that wrote any file has at least
 *       one.
 *   <li>An internal temporary table that becomes one of Aria, MyISAM or InnoDB counts {@code
 *       Created_tmp_disk_tables}.
 *   <li>{@code COUNT(DISTINCT …)} and {@code GROUP_CONCAT(DISTINCT …)} drop duplicates in a tree
 *       (uniques.cc) and MySQL's hash join keeps chunks (hash_join_chunk.cc): their files count
 *       only in {@code Created_tmp_files}, a counter of the whole server. MySQL's
 *       performance_schema has the I/O of each thread.
 *   <li>MySQL's TempTable engine may overflow into mapped files ({@code temptable_max_mmap}), which
 *       counts only {@code memory/temptable/physical_disk}, of the whole server.
 * </ul>
 */
final class SpillJudgement {
  private static final String FILES = StatementWatch.FILES;
  private static final String CACHE_FILES = "wait/io/file/sql/io_cache";
  private static final String JOIN_FILES = "wait/io/file/sql/hash_join";
  private static final String MAPPED = ControlReading.MAPPED;
  private static final String RAM_LIMIT_HIT = "TempTable_count_hit_max_ram";
  private static final String DISK_TABLES = "Created_tmp_disk_tables";
  private static final String MERGES = "Sort_merge_passes";

  private final ServerProduct server;
  private final Map<String, Long> session;
  private final Map<String, Long> serverWide;
  private final List<String> spills = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  private SpillJudgement(
      ServerProduct server, Map<String, Long> session, Map<String, Long> serverWide) {
    this.server = server;
    this.session = session;
    this.serverWide = serverWide;
  }

  static StatementEvidence evidence(
      ServerProduct server,
      HeavyStatement.Kind kind,
      Map<String, Long> session,
      Map<String, Long> serverWide,
      @Nullable Long temporaryBytes) {
    SpillJudgement judgement = new SpillJudgement(server, session, serverWide);
    judgement.judge();
    Map<String, Long> counters = grown(session);
    return new StatementEvidence(
        judgement.place(kind),
        judgement.reasons(kind),
        session.get("Created_tmp_tables"),
        session.get(DISK_TABLES),
        temporaryBytes,
        session.get(MERGES),
        session.containsKey("rows_examined")
            ? session.get("rows_examined")
            : session.get("Rows_read"),
        sum(session, name -> name.startsWith("Handler_read_")),
        sum(session, name -> name.equals("Handler_write") || name.equals("Handler_tmp_write")),
        counters,
        grown(serverWide));
  }

  private void judge() {
    counted(MERGES, "%,d sort merge %s", "pass", "passes");
    counted(DISK_TABLES, "%,d internal temporary %s on disk", "table", "tables");
    judgeFiles();
    if (!server.isMariaDb() && server.atLeast(8, 0)) {
      judgeMappings();
    }
  }

  private void judgeFiles() {
    Long cache = session.get(CACHE_FILES);
    Long join = session.get(JOIN_FILES);
    if (cache != null && join != null) {
      if (cache > 0) {
        spills.add(words("%,d accesses to temporary files of sorts and distinct values", cache));
      }
      if (join > 0) {
        spills.add(words("%,d accesses to files of a hash join", join));
      }
      return;
    }
    Long own = session.get(FILES);
    if (own != null) {
      if (own > 0) {
        spills.add(Lines.counted(own, "temporary file") + ", and no other session was active");
      }
      return;
    }
    Long all = serverWide.get(FILES);
    if (all == null) {
      unknown.add("the server does not report how many temporary files it made");
    } else if (all > 0) {
      unknown.add(
          words(
              "the server made %s meanwhile and does not report for which session",
              Lines.counted(all, "temporary file")));
    }
  }

  private void judgeMappings() {
    Long own = session.get(MAPPED);
    Long all = serverWide.get(MAPPED);
    if (own != null && own > 0) {
      spills.add(
          Lines.counted(own, "mapped file")
              + " of temporary tables, and no other session was active");
    } else if (all != null && all > 0) {
      unknown.add(
          "the server mapped files for temporary tables and does not report for which session");
    } else if (all == null && serverWide.getOrDefault(RAM_LIMIT_HIT, 1L) != 0) {
      unknown.add("the server does not report whether temporary tables were in mapped files");
    }
  }

  private void counted(String counter, String words, String one, String many) {
    Long value = session.get(counter);
    if (value == null) {
      unknown.add("the server does not report " + counter);
    } else if (value > 0) {
      spills.add(words(words, value, value == 1 ? one : many));
    }
  }

  private @Nullable Place place(HeavyStatement.Kind kind) {
    if (!spills.isEmpty()) {
      return Place.SPILLED;
    }
    if (kind == HeavyStatement.Kind.TEMPORARY_TABLE) {
      return Place.TABLESPACE;
    }
    return unknown.isEmpty() ? Place.MEMORY : null;
  }

  private List<String> reasons(HeavyStatement.Kind kind) {
    List<String> reasons = new ArrayList<>(spills);
    if (kind == HeavyStatement.Kind.TEMPORARY_TABLE) {
      reasons.add("a TEMPORARY TABLE lies in the server's temporary tablespace");
    }
    if (spills.isEmpty()) {
      reasons.addAll(unknown);
    }
    if (reasons.isEmpty()) {
      reasons.add("no sort merge pass, no internal temporary table on disk, no temporary file");
    }
    return List.copyOf(reasons);
  }

  private static @Nullable Long sum(Map<String, Long> counters, Predicate<String> wanted) {
    List<Long> found =
        counters.entrySet().stream()
            .filter(entry -> wanted.test(entry.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    return found.isEmpty() ? null : Long.valueOf(found.stream().mapToLong(Long::longValue).sum());
  }

  private static Map<String, Long> grown(Map<String, Long> counters) {
    return counters.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .collect(
            Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
  }
}
