package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.bytes;

import io.github.bmt4j.preflight.ServerSpace.Folder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the disk space that a statement needs with the free space, before it is run. */
public final class SpaceEstimate {
  /** Size below which there is no warning if the server does not report its free space. */
  static final long WORTH_A_WORD_BYTES = 1L << 30;

  private final List<String> warnings = new ArrayList<>();
  private final SpaceNeed need;
  private final ServerSpace space;

  private SpaceEstimate(SpaceNeed need, ServerSpace space) {
    this.need = need;
    this.space = space;
  }

  public static List<String> warnings(SpaceNeed need, ServerSpace space) {
    SpaceEstimate estimate = new SpaceEstimate(need, space);
    estimate.judge();
    return List.copyOf(estimate.warnings);
  }

  private void judge() {
    if (sortsInFiles()) {
      Folder folder = need.rebuild() ? space.rebuild() : space.temporary();
      check(need.sortBytes(), "of sort files", folder);
      checkLimit(need.sortBytes(), "of sort files", "a session may have", sessionLimit());
    }
    if (need.temporaryTableBytes() > 0) {
      check(need.temporaryTableBytes(), "of temporary tablespace", space.data());
      checkLimit(
          need.temporaryTableBytes(),
          "of temporary tablespace",
          "innodb_temp_data_file_path allows",
          space.temporaryTablespaceLimitBytes());
    }
    check(need.dataBytes(), "of new table and indexes", space.data());
    Long log = space.onlineLogBytes();
    if (need.online() && need.dataBytes() >= WORTH_A_WORD_BYTES && log != null) {
      warnings.add(
          words(
              "%s notes what others change meanwhile in %s, and fails at more than %s of it"
                  + " (innodb_online_alter_log_max_size)",
              need.what(), space.rebuild().path(), bytes(log)));
    }
  }

  /** Index builds of InnoDB have buffers of their own, which are small. */
  private boolean sortsInFiles() {
    Long buffer = space.sortBufferBytes();
    return need.sortBytes() > 0
        && (need.rebuild() || buffer == null || need.sortMemoryBytes() > buffer);
  }

  /** Limit of a session's temporary space, which does not apply to an ALTER. */
  private @Nullable Long sessionLimit() {
    return need.rebuild() ? null : space.sessionLimitBytes();
  }

  private void check(long bytes, String of, Folder folder) {
    Long free = folder.freeBytes();
    if (free == null && bytes >= WORTH_A_WORD_BYTES) {
      warnings.add(
          words(
              "%s needs about %s %s in %s; the server does not report how much is free there",
              need.what(), bytes(bytes), of, folder.path()));
    } else if (free != null && bytes > free) {
      warnings.add(
          words(
              "%s needs about %s %s in %s, where %s are free",
              need.what(), bytes(bytes), of, folder.path(), bytes(free)));
    }
  }

  private void checkLimit(long bytes, String of, String whose, @Nullable Long limit) {
    if (limit != null && bytes > limit) {
      warnings.add(
          words(
              "%s needs about %s %s, but %s only %s",
              need.what(), bytes(bytes), of, whose, bytes(limit)));
    }
  }
}
