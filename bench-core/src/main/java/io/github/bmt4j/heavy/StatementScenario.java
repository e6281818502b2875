package io.github.bmt4j.heavy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.load.concurrent.ConcurrentScenario;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All settings for statements that are timed one by one. Holds no password.
 *
 * @param workloadVersion raised when the workload's data or SQL changes
 * @param parameters of the workload, defaults included
 * @param serverOptions of a server that bmt starts, such as {@code innodb_buffer_pool_size=1G}
 * @param ladder rows of each step on the way to the size at which the server spills; empty for none
 * @param concurrent the load in the second half of the statements; absent for none
 * @param sampled figures that are read from the servers meanwhile; absent for the default
 */
public record StatementScenario(
    String workload,
    int workloadVersion,
    Map<String, Object> parameters,
    String target,
    List<String> serverOptions,
    Timed timed,
    List<Long> ladder,
    @Nullable ConcurrentScenario concurrent,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ServerScenario sampled) {
  public StatementScenario {
    serverOptions = Redaction.arguments(serverOptions);
  }

  /**
   * Statements, and how each of them is timed.
   *
   * @param pieces into how many a statement is split, at most
   * @param connections numbers of connections that run a statement at the same moment: one step for
   *     each number
   * @param repeat timings of each statement in each form
   * @param cold true if a server that bmt started is restarted before a timing, so that its caches
   *     are empty
   * @param statementTimeoutSeconds the server's limit of a statement; absent for none
   * @param verify true if answers are compared with those computed from the generator
   */
  public record Timed(
      List<String> statements,
      List<Form> forms,
      int pieces,
      List<Integer> connections,
      int repeat,
      boolean cold,
      @Nullable Double statementTimeoutSeconds,
      boolean verify) {
    int mostConnections() {
      return Collections.max(connections);
    }
  }

  /** Forms of a statement. */
  public enum Form {
    WHOLE,
    /** Taken apart; bmt merges the answers. */
    PIECES;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
