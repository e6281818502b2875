package io.github.bmt4j.load.nodes;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Asks all nodes of a cluster at once. */
record AllNodes(List<NodeQuery> nodes, Clock clock, StopSignal stop) {
  private static final long LOOK_NANOS = 50_000_000;

  interface Question {
    void ask(NodeQuery node) throws SQLException;
  }

  void each(Question question, Consumer<String> failures) {
    List<Thread> threads = new ArrayList<>();
    for (NodeQuery node : nodes) {
      threads.add(
          Daemon.start(
              "bmt-ask-" + node.name(),
              () -> {
                try {
                  question.ask(node);
                } catch (SQLException | RuntimeException e) {
                  failures.accept(words("%s: %s", node.name(), TargetErrors.words(e)));
                }
              }));
    }
    threads.forEach(this::await);
  }

  void await(Thread thread) {
    while (thread.isAlive() && !stop.given()) {
      clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, () -> !thread.isAlive() || stop.given());
    }
  }
}
