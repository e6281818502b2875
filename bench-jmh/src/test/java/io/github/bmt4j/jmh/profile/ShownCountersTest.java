package io.github.bmt4j.jmh.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.ServerCounters;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShownCountersTest {
  @Test
  void addsUpWhatHandlersReadAndWrote() {
    Map<String, Long> shown =
        ShownCounters.of(
            new ServerCounters(
                Map.of(
                    "Handler_read_key", 3L,
                    "Handler_read_rnd_next", 100L,
                    "Handler_write", 7L,
                    "Handler_tmp_write", 20L,
                    "Handler_delete", 1L,
                    "Handler_commit", 9L)));

    assertThat(shown).containsEntry("handler.read", 103L).containsEntry("handler.write", 28L);
  }

  @Test
  void takesInnodbsOwnCountOfRowsWhereThereIsOne() {
    assertThat(ShownCounters.of(new ServerCounters(Map.of("Rows_read", 5L))))
        .containsEntry("rows.read", 5L);
    assertThat(
            ShownCounters.of(new ServerCounters(Map.of("Rows_read", 5L, "Innodb_rows_read", 6L))))
        .containsEntry("rows.read", 6L);
  }

  @Test
  void leavesOutWhatTheServerDoesNotCount() {
    assertThat(ShownCounters.of(new ServerCounters(Map.of("Questions", 2L))))
        .containsOnlyKeys("statements", "handler.read", "handler.write")
        .containsEntry("statements", 2L);
  }
}
