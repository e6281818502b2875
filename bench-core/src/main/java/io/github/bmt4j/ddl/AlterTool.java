package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.experiment.UserCommand;
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
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A run of the user's tool for online schema changes, from its start to its exit. */
final class AlterTool implements Alteration {
  private static final Duration NEVER = Duration.ofDays(365);

  /** Longer than a command that was told to end lives on. */
  private static final long END_MILLIS = 15_000;

  private final Clock clock;
  private final StopSignal stop;
  private final WorkFolder work;
  private final UserCommand command;
  private final Thread thread = new Thread(this::run, "bmt-tool");
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile long startNanos;
  private volatile long endNanos;
  private volatile @Nullable OutcomeKind killedFor;
  private volatile @Nullable String failure;

  /**
   * A tool that was not started yet.
   *
   * @param log receives its output, without secrets, after its end
   */
  AlterTool(ToolCommand tool, Path log, Clock clock, StopSignal stop) throws TargetException {
    this.clock = clock;
    this.stop = stop;
    WorkFolder own = null;
    try {
      own = WorkFolder.create("bmt-tool");
      Path login = own.path().resolve("login.cnf");
      Folders.writePrivate(login, tool.login());
      this.work = own;
      this.command =
          new UserCommand(
              "the tool",
              tool.filled(login),
              output -> Files.writeString(log, output),
              tool.password());
    } catch (IOException e) {
      if (own != null) {
        own.close();
      }
      throw new TargetException("the tool cannot be run: " + e.getMessage(), e);
    }
    thread.setDaemon(true);
  }

  private void run() {
    try {
      command.run(NEVER, () -> killedFor != null, () -> endNanos = clock.nanoTime());
    } catch (TargetException e) {
      failure = e.getMessage();
    } finally {
      over.countDown();
    }
  }

  @Override
  public void start() {
    startNanos = clock.nanoTime();
    endNanos = startNanos;
    thread.start();
  }

  @Override
  public CountDownLatch over() {
    return over;
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public long endNanos() {
    return endNanos;
  }

  @Override
  public long session() {
    return 0;
  }

  @Override
  public boolean endsAtLimit() {
    return false;
  }

  @Override
  public @Nullable String lastWords() {
    return command.lastWords();
  }

  @Override
  public void kill(OutcomeKind why) {
    killedFor = why;
  }

  /** Waits until it has ended, and its processes with it. */
  @Override
  public void giveUp() {
    if (over.getCount() > 0 && killedFor == null) {
      killedFor = OutcomeKind.STOPPED;
    }
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isGivenUp() {
    return over.getCount() > 0;
  }

  @Override
  public StatementOutcome ending() {
    Integer code = command.exitCode();
    if (code != null && code == 0) {
      return StatementOutcome.doneAfter(endNanos - startNanos);
    }
    OutcomeKind killed = killedFor;
    OutcomeKind why =
        killed != null ? killed : stop.given() ? OutcomeKind.STOPPED : OutcomeKind.FAILED;
    String words = killed == null ? failure : "bmt ended the tool";
    return new StatementOutcome(
        why, Percentiles.millis((double) (endNanos - startNanos)), code, null, words);
  }

  @Override
  public List<String> notes() {
    return isGivenUp() ? List.of("the tool could not be ended: its processes go on") : List.of();
  }

  @Override
  public void close() {
    giveUp();
    work.close();
  }
}
