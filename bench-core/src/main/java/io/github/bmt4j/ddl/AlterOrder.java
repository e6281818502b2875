package io.github.bmt4j.ddl;

import io.github.bmt4j.load.run.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the user wants of ALTERs.
 *
 * @param job the concurrent load, over one table of sysbench's
 * @param table that is altered: the job's, or any other without a concurrent load
 * @param onExisting whether that is a table that is there, which is altered once and stays
 * @param algorithms {@code default}, {@code instant}, {@code inplace}, {@code copy}
 * @param lock {@code default}, {@code none}, {@code shared}, {@code exclusive}
 * @param besides whether the load runs at the same time, or both in turn
 * @param repeat how often each is done
 * @param before the load before an ALTER
 * @param after the load after it
 * @param limits when they are ended
 */
public record AlterOrder(
    Job job,
    String table,
    boolean onExisting,
    List<AlterChange> changes,
    List<String> algorithms,
    String lock,
    List<Boolean> besides,
    int repeat,
    Duration before,
    Duration after,
    Limits limits) {
  /** What stands for no load. */
  public static final String NOTHING = "none";

  public AlterOrder {
    changes = List.copyOf(changes);
    algorithms = List.copyOf(algorithms);
    besides = List.copyOf(besides);
  }

  /**
   * From when on an ALTER is ended.
   *
   * @param statement how long it may run; absent without a limit
   * @param lockWaitSeconds how long it waits for a metadata lock; absent for the server's own limit
   */
  public record Limits(@Nullable Duration statement, @Nullable Long lockWaitSeconds) {}

  /**
   * One ALTER.
   *
   * @param withLoad whether the load runs at the same time
   * @param repetition from 1
   */
  record Case(AlterChange change, String algorithm, boolean withLoad, int repetition) {
    /** A few words for it. */
    String words() {
      return change.word() + ", algorithm " + algorithm;
    }
  }

  /** All ALTERs, in their order: what is to be compared lies close together. */
  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (AlterChange change : changes) {
      for (boolean withLoad : besides) {
        for (int repetition = 1; repetition <= repeat; repetition++) {
          for (String algorithm : algorithms) {
            cases.add(new Case(change, algorithm, withLoad, repetition));
          }
        }
      }
    }
    return cases;
  }

  /** The table as statements have it: a name of the user's may be a word of SQL. */
  String sqlTable() {
    return table.equals(job.tables().get(0).name()) ? table : "`" + table + "`";
  }

  /** How results call the concurrent load of an ALTER. */
  String beside(boolean withLoad) {
    return withLoad ? job.workload().info().name() : NOTHING;
  }

  /** Everything that was decided, as it is stored. */
  public AlterScenario scenario() {
    var load = job.scenario();
    return new AlterScenario(
        load.target(),
        load.serverOptions(),
        table,
        onExisting,
        job.tables().get(0).rows(),
        changes.stream().map(AlterChange::word).toList(),
        algorithms,
        lock,
        besides.stream().map(this::beside).toList(),
        load.parameters(),
        load.threads(),
        load.seed(),
        repeat,
        seconds(before),
        seconds(after),
        limitSeconds(limits.statement()),
        limits.lockWaitSeconds(),
        load.client().sampled());
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static @Nullable Double limitSeconds(@Nullable Duration limit) {
    return limit == null ? null : (Double) seconds(limit);
  }
}
