package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks all nodes of a cluster at once. */
record AllNodes(List<NodeQuery> nodes, StopSignal stop) {
  private static final long LOOK_MILLIS = 50;

  /** A question to one node. */
  interface Question {
    void ask(NodeQuery node) throws SQLException;
  }

  /**
   * Asks each from a thread of its own, and waits for all answers, or until the user ends the
   * command. Questions have limits of their own.
   *
   * @param failures receives a line for each node that failed
   */
  void each(Question question, List<String> failures) {
    CountDownLatch answered = new CountDownLatch(nodes.size());
    List<String> failed = new ArrayList<>();
    for (NodeQuery node : nodes) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  question.ask(node);
                } catch (SQLException | RuntimeException e) {
                  synchronized (failed) {
                    failed.add(words("%s: %s", node.name(), TargetErrors.words(e)));
                  }
                } finally {
                  answered.countDown();
                }
              },
              "bmt-ask-" + node.name());
      thread.setDaemon(true);
      thread.start();
    }
    try {
      while (!answered.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !stop.given()) {
        // Not yet.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (failed) {
      failures.addAll(failed);
    }
  }
}
