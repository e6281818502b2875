package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.tables.CommandLocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The life of an experiment: check, open, measure part by part, store after each part, store the
 * judged result. A result that cannot be stored is INVALID and is returned all the same.
 */
public record Runner(Context context, Given given) {
  /** Reason in the verdict of a result that was stored before its last part. */
  private static final Reason CUT_OFF = Code.CUT_OFF.of("cut off before its end");

  public static String newId() {
    return UUID.randomUUID().toString().substring(0, 8);
  }

  /**
   * Outcome of an experiment.
   *
   * @param folder folder of the result; absent when it could not be stored
   */
  public record Outcome<R extends Result>(R result, Given given, @Nullable Path folder) {}

  /**
   * Runs an experiment.
   *
   * @param results parent of this result's folder
   * @throws BadInputException when the experiment makes no sense, or nothing can be stored in the
   *     folder; then nothing is measured
   * @throws TargetException when nothing could be measured; then nothing is stored
   */
  public <R extends Result> Outcome<R> run(Experiment<R> experiment, Path results, Events events)
      throws TargetException {
    experiment.check();
    try (CommandLocks locks = context.locks();
        Experiment.Session<R> session = experiment.open(context)) {
      Storage<R> storage = null;
      List<Reason> problems = new ArrayList<>();
      try {
        if (context.stop().given()) {
          throw stopped(null);
        }
        context.ready().run();
        Head head = new Head(newId(), context.clock().now());
        ResultFolder folder = ResultFolder.create(results, experiment.name(), head, given);
        Storage<R> begun = new Storage<>(session, head, folder, events);
        events.started(session.started(), folder.path());
        Optional.ofNullable(measure(session, begun)).ifPresent(problems::add);
        storage = begun;
      } finally {
        if (storage == null) {
          session.end(() -> {}).ifPresent(left -> context.progress().say("WARNING  " + left));
        }
      }
      session.end(storage::keep).map(Code.NOT_CLEANED_UP::of).ifPresent(problems::add);
      return storage.outcome(problems);
    }
  }

  private @Nullable Reason measure(Experiment.Session<?> session, Storage<?> storage)
      throws TargetException {
    try {
      boolean more = true;
      while (more) {
        more = session.measure(storage);
        storage.measured = true;
        more &= !context.stop().given();
        if (more) {
          storage.keep();
        }
      }
      return null;
    } catch (TargetException e) {
      if (!storage.measured) {
        storage.folder().discard();
        throw context.stop().given() ? stopped(e) : e;
      }
      return (context.stop().given() ? Code.INTERRUPTED : Code.ENDED_EARLY)
          .of(String.valueOf(e.getMessage()));
    }
  }

  private static TargetException stopped(@Nullable TargetException cause) {
    return new TargetException("stopped before anything was measured", cause);
  }

  private static final class Storage<R extends Result> implements Work {
    private final Experiment.Session<R> session;
    private final Head head;
    private final ResultFolder folder;
    private final Events events;
    private boolean measured;

    Storage(Experiment.Session<R> session, Head head, ResultFolder folder, Events events) {
      this.session = session;
      this.head = head;
      this.folder = folder;
      this.events = events;
    }

    @Override
    public ResultFolder folder() {
      return folder;
    }

    @Override
    public Events events() {
      return events;
    }

    @Override
    public Head head() {
      return head;
    }

    /**
     * Stores what has been measured; after a failure, the next part tries again, and the end
     * judges.
     */
    @Override
    public void keep() {
      measured = true;
      folder.store(Result.invalid(session.result(head), CUT_OFF));
    }

    Outcome<R> outcome(List<Reason> problems) {
      R result = session.result(head);
      for (Reason problem : problems) {
        result = Result.invalid(result, problem);
      }
      return folder.store(result);
    }
  }
}
