package io.github.bmt4j.ddl;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.sampling.CommandText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Settings of {@code bmt alter}. Holds no password.
 *
 * @param load the concurrent load and its table; its times mean nothing, for it runs as long as an
 *     ALTER
 * @param table table that is altered: the load's, or the user's own
 * @param onExisting true if the table existed before: it is altered once and stays
 * @param concurrent what runs at the same time, each for ALTERs of its own
 * @param baselineSeconds of the load before an ALTER
 * @param afterSeconds of the load after it
 * @param own load of the user's own SQL; absent without one
 * @param tool command that makes the change where the algorithm is {@code tool}; absent without one
 * @param nodes host and port of nodes whose lag is watched; absent without any
 */
public record AlterScenario(
    RunScenario load,
    String table,
    boolean onExisting,
    List<AlterChange> changes,
    List<Algorithm> algorithms,
    Lock lock,
    List<Concurrent> concurrent,
    int repeat,
    double baselineSeconds,
    double afterSeconds,
    Limits limits,
    @Nullable RunScenario own,
    @Nullable CommandText tool,
    @Nullable List<String> nodes) {
  public AlterScenario {
    changes = List.copyOf(changes);
    algorithms = List.copyOf(algorithms);
    concurrent = List.copyOf(concurrent);
  }

  /** Algorithms of an ALTER. */
  public enum Algorithm {
    INSTANT,
    INPLACE,
    COPY,
    DEFAULT,
    /** The user's own tool makes the change, and no ALTER of bmt's. */
    TOOL;

    @JsonValue
    String word() {
      return AlterScenario.word(this);
    }
  }

  /** Locks of an ALTER. */
  public enum Lock {
    DEFAULT,
    NONE,
    SHARED,
    EXCLUSIVE;

    @JsonValue
    String word() {
      return AlterScenario.word(this);
    }
  }

  /** Concurrent loads. */
  public enum Concurrent {
    NONE,
    OLTP_READ_WRITE,
    /** The user's own SQL. */
    SQL;

    @JsonValue
    public String word() {
      return AlterScenario.word(this);
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Limits of an ALTER.
   *
   * @param statementTimeoutSeconds of its time; absent without a limit
   * @param lockWaitTimeoutSeconds of its wait for a metadata lock; absent for the server's own
   */
  public record Limits(
      @Nullable Double statementTimeoutSeconds, @Nullable Long lockWaitTimeoutSeconds) {
    @JsonIgnore
    @Nullable Duration statement() {
      return statementTimeoutSeconds == null ? null : Clock.seconds(statementTimeoutSeconds);
    }
  }

  record Case(AlterChange change, Algorithm algorithm, Concurrent concurrent, int repetition) {
    String label() {
      return change.shown() + "/" + algorithm.word();
    }
  }

  /** All ALTERs, in their order: those to be compared run close together. */
  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (AlterChange change : changes) {
      for (Concurrent load : concurrent) {
        for (int repetition = 1; repetition <= repeat; repetition++) {
          for (Algorithm algorithm : algorithms) {
            cases.add(new Case(change, algorithm, load, repetition));
          }
        }
      }
    }
    return cases;
  }
}
