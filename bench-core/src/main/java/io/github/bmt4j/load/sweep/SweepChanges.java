package io.github.bmt4j.load.sweep;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Changes at the servers of a sweep between its steps. Used by one thread. */
final class SweepChanges {
  private final Set<Reason> restarts = new LinkedHashSet<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private List<Seen> before = List.of();
  private long beforeNanos;

  record Seen(EndpointServer server, @Nullable ServerCounters counters) {
    static Seen read(EndpointServer reached) throws SQLException {
      try (Connection connection = reached.connector().connect()) {
        return new Seen(
            EndpointServer.read(reached.target(), reached.connector(), connection),
            reached.isFamily() ? ServerCounters.read(connection) : null);
      }
    }

    private boolean isRestarted(Seen last, double seconds) {
      return counters != null
          && last.counters != null
          && counters.isRestarted(last.counters, seconds);
    }

    private boolean isAt(Seen other) {
      return server.identity().server().equals(other.server.identity().server());
    }
  }

  void compare(String begins, List<Seen> now, long nowNanos) {
    String step = begins + ": ";
    for (int i = 0; i < before.size(); i++) {
      Seen last = before.get(i);
      Seen next = now.get(i);
      if (!next.isAt(last)) {
        notes.add(step + "another server answers than before the last step");
      } else if (next.isRestarted(last, (nowNanos - beforeNanos) / 1e9)) {
        restarts.add(
            Code.SERVER_RESTARTED.of(
                step + "a server was restarted after the start of the step before"));
      }
      compareSettings(step, last.server().facts().variables(), next.server().facts().variables());
    }
    before = List.copyOf(now);
    beforeNanos = nowNanos;
  }

  private void compareSettings(String step, Map<String, String> last, Map<String, String> next) {
    Set<String> names = new TreeSet<>(last.keySet());
    names.addAll(next.keySet());
    for (String name : names) {
      String was = last.getOrDefault(name, "absent");
      String is = next.getOrDefault(name, "absent");
      if (!was.equals(is)) {
        notes.add(step + name + " changed from " + was + " to " + is + " since the last step");
      }
    }
  }

  List<Reason> restarts() {
    return List.copyOf(restarts);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }
}
