package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Attempts that Galera ended with 1213, compared with the counters of its nodes. */
public final class Conflicts {
  private static final String ABORTS = "wsrep_local_bf_aborts";

  private Conflicts() {}

  /** Phases in which another node causes 1213: in a statement only if there were aborts. */
  static Set<ErrorPhase> phases(boolean galera, @Nullable ServerCounts server) {
    boolean aborts = server == null || server.counters().getOrDefault(ABORTS, 1L) > 0;
    return !galera
        ? Set.of()
        : aborts ? Set.of(ErrorPhase.COMMIT, ErrorPhase.STATEMENT) : Set.of(ErrorPhase.COMMIT);
  }

  /** Note on how many of them are conflicts with other nodes; absent if no counter is read. */
  public static Optional<String> of(List<ErrorCount> errors, @Nullable ServerCounts server) {
    Map<String, Long> grown = server == null ? Map.of() : server.counters();
    Long failures = grown.get("wsrep_local_cert_failures");
    Long aborts = grown.get(ABORTS);
    long all = sum(errors, error -> true);
    if (failures == null || aborts == null || all == 0) {
      return Optional.empty();
    }
    Long deadlocks = grown.get("Innodb_deadlocks");
    long most = Math.min(all, failures + aborts);
    long least = Math.max(0, deadlocks == null ? 0 : all - deadlocks);
    return Optional.of(
        words(
            "%s with 1213, %,d of them in statements: %s; the servers counted %s, %s by other"
                + " nodes%s",
            counted(all, "attempt"),
            sum(errors, error -> !error.phase().equals(Failure.CERTIFICATION)),
            split(least, most, all),
            counted(failures, "certification failure"),
            counted(aborts, "abort"),
            deadlocks == null ? "" : ", " + counted(deadlocks, "deadlock") + " within a node"));
  }

  private static String split(long least, long most, long all) {
    return least > most
        ? "not all by nodes whose counters are known"
        : least == all
            ? "all conflicts with other nodes"
            : most == 0
                ? "all deadlocks within a node"
                : words(
                    "%,d to %,d conflicts with other nodes, the others deadlocks within a node",
                    least, most);
  }

  private static long sum(List<ErrorCount> errors, Predicate<ErrorCount> which) {
    return errors.stream()
        .filter(error -> error.code() == Failure.DEADLOCK)
        .filter(which)
        .mapToLong(ErrorCount::count)
        .sum();
  }
}
