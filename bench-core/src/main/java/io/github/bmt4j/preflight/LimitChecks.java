package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A server's limits, compared with what a run needs. */
final class LimitChecks {
  static final String CONNECTIONS = "connections";
  static final String STATEMENTS = "prepared statements";

  /** Files that a server opens in addition to tables and connections, roughly. */
  private static final int OTHER_FILES = 100;

  private static final String THREADS = "server's threads";

  private LimitChecks() {}

  static List<CheckFinding> hard(ServerAnswers server, Need need) {
    List<CheckFinding> findings =
        new ArrayList<>(
            List.of(
                connections(server, need),
                connectionsOfUser(server, need),
                statements(server, need)));
    if (need.others().idle() > 0) {
      findings.add(openFiles(server, need));
      findings.add(threadEach(server, need));
      findings.add(idleTime(server, need));
    }
    return findings;
  }

  static List<CheckFinding> soft(ServerAnswers server, Need need) {
    return List.of(
        tableCache(server, need),
        definitionCache(server, need),
        openFiles(server, need),
        threads(server, need));
  }

  private static CheckFinding connections(ServerAnswers server, Need need) {
    Long most = server.number("max_connections");
    Long open = server.counter("Threads_connected");
    if (most == null || open == null) {
      return CheckFinding.unknown(CONNECTIONS, "the server does not report max_connections");
    }
    long others = Math.max(0, open - 1);
    String needed =
        words(
            "%s need%s %,d connections",
            need.holders() + need.others().text(),
            need.pooled() + need.others().most() == 1 ? "s" : "",
            need.connections());
    if (need.connections() > most) {
      return CheckFinding.error(
          CONNECTIONS,
          words("%s, but the server's max_connections is %,d", needed, most),
          "the run is refused",
          "raise it or use fewer " + fewer(need));
    }
    if (need.connections() > most - others) {
      return CheckFinding.error(
          CONNECTIONS,
          words(
              "%s, but others hold %,d of the %,d that max_connections allows",
              needed, others, most),
          "the run is refused, because it would end with error 1040",
          "end the others' connections, raise max_connections or use fewer " + fewer(need));
    }
    return CheckFinding.ok(
        CONNECTIONS, words("%s; %,d of %,d are free", needed, most - others, most));
  }

  private static CheckFinding connectionsOfUser(ServerAnswers server, Need need) {
    String subject = "user's connections";
    Long most = ServerAnswers.parsed(server.session().get("max_user_connections"));
    if (most == null) {
      return CheckFinding.unknown(subject, "the server does not report max_user_connections");
    }
    if (most == 0) {
      return CheckFinding.ok(subject, "no limit for this login (max_user_connections)");
    }
    long others = Math.max(0, Objects.requireNonNullElse(server.ownConnections(), 1L) - 1);
    // The spare connection of an administrator has another login.
    int needed = need.pooledOfLogin() + 1;
    String found =
        words(
            "%,d needed; max_user_connections allows this login %,d, of which %,d are in use",
            needed, most, others);
    return CheckFinding.ok(subject, found)
        .errorIf(
            needed > most - others,
            "the run is refused, as it would end with error 1203 or 1226",
            "raise the limit of this login or use fewer " + fewer(need));
  }

  private static String fewer(Need need) {
    return need.others().most() > 0 ? "connections" : "threads";
  }

  /** A thread of the server for each connection is another load than none. */
  private static CheckFinding threadEach(ServerAnswers server, Need need) {
    String handling = server.global("thread_handling");
    if (handling == null) {
      return CheckFinding.unknown(THREADS, "the server has no thread_handling");
    }
    return handling.equals("one-thread-per-connection")
        ? CheckFinding.warning(
            THREADS,
            words(
                "thread_handling=%s: the server will have %,d threads more",
                handling, need.connections()),
            "its service may not allow that many (error 1135)",
            "raise TasksMax or ulimit -u there if connections are refused")
        : CheckFinding.warning(
            THREADS,
            words("thread_handling=%s: idle connections have no thread of the server", handling),
            "compare only with the same",
            "");
  }

  /** A server closes connections that are idle for longer. */
  private static CheckFinding idleTime(ServerAnswers server, Need need) {
    String subject = "wait_timeout";
    Long seconds = ServerAnswers.parsed(server.session().get(subject));
    if (seconds == null) {
      return CheckFinding.unknown(subject, "the server does not report it");
    }
    return CheckFinding.ok(subject, words("wait_timeout is %,d s", seconds))
        .errorIf(
            seconds <= need.others().pingSeconds(),
            "the server would close idle connections between two touches",
            words("give --idle-ping %s", Numbers.seconds(seconds / 2.0)));
  }

  private static CheckFinding statements(ServerAnswers server, Need need) {
    if (need.psMode() == PsMode.DISABLE || need.statements() == 0) {
      return CheckFinding.ok(STATEMENTS, "none: statements go as text");
    }
    Long limit = server.number("max_prepared_stmt_count");
    Long used = server.counter("Prepared_stmt_count");
    if (limit == null || used == null) {
      return CheckFinding.unknown(STATEMENTS, "the server does not report max_prepared_stmt_count");
    }
    if (!fit(server, need)) {
      return CheckFinding.warning(
          STATEMENTS,
          words(
              "%s x %,d statements would exceed the server's max_prepared_stmt_count of %,d, of"
                  + " which %,d are in use (error 1461)",
              need.holders(), need.statements(), limit, used),
          "statements go as text, which is another load than prepared ones",
          words("raise it to %,d or more, or use fewer threads", need.prepared() + used));
    }
    return CheckFinding.ok(
        STATEMENTS,
        words(
            "%s x %,d statements = %,d; %,d of %,d are free",
            need.holders(), need.statements(), need.prepared(), limit - used, limit));
  }

  /** Returns true if all statements fit into the free limit; an unknown limit does not count. */
  static boolean fit(ServerAnswers server, Need need) {
    Long limit = server.number("max_prepared_stmt_count");
    Long used = server.counter("Prepared_stmt_count");
    return limit == null || need.prepared() <= limit - (used == null ? 0 : used);
  }

  private static CheckFinding tableCache(ServerAnswers server, Need need) {
    String subject = "table_open_cache";
    Long cache = server.number(subject);
    if (cache == null) {
      return CheckFinding.unknown(subject, "the server has no such setting");
    }
    long least = Math.max(need.pooled(), need.tables().size());
    long most = (long) need.pooled() * need.tables().size();
    String found =
        words("%,d, for %s on %s", cache, need.holders(), counted(need.tables().size(), "table"));
    if (cache < least) {
      return CheckFinding.warning(
          subject,
          found,
          "tables are closed and opened again all the time (counter Opened_tables), which costs"
              + " time",
          words("raise it to %,d", most));
    }
    return CheckFinding.ok(subject, found)
        .noteIf(
            cache < most,
            "when many threads meet at one table, tables are opened again (counter Opened_tables)",
            words("with %,d no thread can ever wait for it", most));
  }

  private static CheckFinding definitionCache(ServerAnswers server, Need need) {
    String subject = "table_definition_cache";
    Long cache = server.number(subject);
    if (cache == null) {
      return CheckFinding.unknown(subject, "the server has no such setting");
    }
    String found = words("%,d, for %s", cache, counted(need.tables().size(), "table"));
    return CheckFinding.ok(subject, found)
        .warningIf(
            cache < need.tables().size(),
            "definitions of tables are read again and again",
            words("raise it to %,d or more", 2 * need.tables().size()));
  }

  private static CheckFinding openFiles(ServerAnswers server, Need need) {
    String subject = "open_files_limit";
    Long limit = server.number(subject);
    if (limit == null) {
      return CheckFinding.unknown(subject, "the server has no such setting");
    }
    long needed = (long) need.connections() + need.tables().size() + OTHER_FILES;
    String found = words("%,d; connections and tables need about %,d", limit, needed);
    return CheckFinding.ok(subject, found)
        .warningIf(
            limit > 0 && limit < needed,
            "the server may refuse connections or fail to open tables (errors 23 and 24)",
            "raise it, and the limit of the service that starts the server");
  }

  private static CheckFinding threads(ServerAnswers server, Need need) {
    String subject = THREADS;
    String handling = server.global("thread_handling");
    if (handling == null) {
      return CheckFinding.unknown(subject, "the server has no thread_handling");
    }
    if (handling.equals("pool-of-threads") || handling.equals("loaded-dynamically")) {
      Long size = server.number("thread_pool_size");
      return CheckFinding.note(
          subject,
          "a thread pool (thread_handling="
              + handling
              + (size == null ? "" : ", size " + size)
              + ")",
          "connections wait for a thread of the pool, unlike with one thread per connection",
          "compare only with the same");
    }
    Long cache = server.number("thread_cache_size");
    if (cache != null && cache < need.connections()) {
      return CheckFinding.note(
          subject,
          words("%s, thread_cache_size %,d", handling, cache),
          "each new connection gets a new thread, which matters only where connections are opened"
              + " often",
          "");
    }
    return CheckFinding.ok(
        subject, handling + (cache == null ? "" : ", thread_cache_size " + cache));
  }
}
