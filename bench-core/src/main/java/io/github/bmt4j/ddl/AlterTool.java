package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.experiment.UserCommand;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.WorkFolder;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.progress.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run of the user's tool for online schema changes, from its start to its exit. */
final class AlterTool extends Alteration {
  private static final Duration NEVER = Duration.ofDays(365);

  /** Longer than a command that was told to end lives on. */
  private static final long END_MILLIS = 15_000;

  private final StopSignal stop;
  private final WorkFolder work;
  private final UserCommand command;
  private volatile @Nullable OutcomeKind killedFor;
  private volatile @Nullable String failure;

  /**
   * A tool that was not started yet.
   *
   * @param log receives its output, without secrets, after its end
   */
  AlterTool(ToolCommand tool, Path log, Clock clock, StopSignal stop) throws TargetException {
    super("bmt-tool", clock);
    this.stop = stop;
    try {
      this.work = WorkFolder.create("bmt-tool");
      try (CloseOnFailure made = new CloseOnFailure(work::close)) {
        Path login = work.path().resolve("login.cnf");
        Folders.writePrivate(login, tool.login());
        this.command =
            new UserCommand(
                "the tool",
                tool.filled(login),
                output -> Files.writeString(log, output),
                tool.password());
        made.succeeded();
      }
    } catch (IOException e) {
      throw new TargetException("the tool cannot be run: " + e.getMessage(), e);
    }
  }

  @Override
  void run() {
    try {
      command.run(NEVER, () -> killedFor != null, this::ends);
    } catch (TargetException e) {
      failure = e.getMessage();
    } finally {
      over.countDown();
    }
  }

  @Override
  @Nullable String lastWords() {
    return command.lastWords();
  }

  @Override
  void kill(OutcomeKind why) {
    killedFor = why;
  }

  /** Waits until it has ended, and its processes with it. */
  @Override
  void giveUp() {
    if (!isOver() && killedFor == null) {
      killedFor = OutcomeKind.STOPPED;
    }
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  boolean isGivenUp() {
    return !isOver();
  }

  @Override
  StatementOutcome ending() {
    Integer code = command.exitCode();
    if (code != null && code == 0) {
      return StatementOutcome.doneAfter(afterNanos());
    }
    OutcomeKind killed = killedFor;
    OutcomeKind why =
        killed != null ? killed : stop.given() ? OutcomeKind.STOPPED : OutcomeKind.FAILED;
    String words = killed == null ? failure : "bmt ended the tool";
    return new StatementOutcome(why, Percentiles.millis(afterNanos()), code, null, words);
  }

  @Override
  List<String> notes() {
    return isGivenUp() ? List.of("the tool could not be ended: its processes go on") : List.of();
  }

  @Override
  public void close() {
    giveUp();
    work.close();
  }
}
