package io.github.bmt4j.it;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Shows with every test that fails what its last command said: a figure alone explains little. */
public final class SaidOnFailure implements BeforeEachCallback, TestExecutionExceptionHandler {
  private static final ThreadLocal<@Nullable Ended> LAST = new ThreadLocal<>();

  static Ended note(Ended ended) {
    LAST.set(ended);
    return ended;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    LAST.remove();
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    Ended last = LAST.get();
    if (last != null && !String.valueOf(failure.getMessage()).contains(last.words().toString())) {
      failure.addSuppressed(
          new AssertionError(
              "the last command: %s\nexit code %d\nstdout:\n%s\nstderr:\n%s"
                  .formatted(last.words(), last.code(), last.out(), last.err())));
    }
    throw failure;
  }
}
