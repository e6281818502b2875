package io.github.bmt4j.server;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Listener that notes which tests of this JVM are left out and why, for the {@link LeftOutTable} at
 * the end of a build.
 */
@AutoService(TestExecutionListener.class)
public final class LeftOut implements TestExecutionListener {
  private @Nullable TestPlan plan;
  private @Nullable Path notes;

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionSkipped(TestIdentifier what, String reason) {
    note(what, reason);
  }

  @Override
  public void executionFinished(TestIdentifier what, TestExecutionResult result) {
    if (result.getStatus() == Status.ABORTED) {
      note(what, result.getThrowable().map(Throwable::getMessage).orElse("no reason"));
    }
  }

  /** Notes the number of tests, of which a method with arguments is one, and the reason. */
  private synchronized void note(TestIdentifier what, String reason) {
    TestPlan all = Objects.requireNonNull(plan);
    long tests =
        all.getDescendants(what).stream().filter(one -> all.getChildren(one).isEmpty()).count();
    try {
      if (notes == null) {
        notes = Files.createTempFile(Files.createDirectories(LeftOutTable.NOTES), "", ".txt");
      }
      String words = reason.replaceFirst("^Assumption failed: ", "").replaceAll("\\s+", " ");
      Files.write(notes, List.of(Math.max(1, tests) + " " + words), StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
