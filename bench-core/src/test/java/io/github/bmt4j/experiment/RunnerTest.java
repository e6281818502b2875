package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.load.sweep.SweepResult;
import io.github.bmt4j.load.sweep.SweepScenario;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
  private static final RunResult RUN = SampleResult.closedLoop();

  @TempDir Path results;

  private final StopSignal stop = new StopSignal();
  private final List<String> order = new ArrayList<>();

  @Test
  void checksOpensMeasuresAllPartsAndCloses() throws Exception {
    Runner.Outcome<SweepResult> outcome = run(new Parts(3));

    assertThat(order).containsExactly("check", "open", "ready", "part", "part", "part", "close");
    assertThat(outcome.result().steps()).hasSize(3);
    assertThat(outcome.result().verdict().valid()).isTrue();
    assertThat(stored()).isEqualTo(outcome.result());
    assertThat(outcome.folder()).isEqualTo(folders().get(0));
    assertThat(String.valueOf(outcome.folder())).endsWith("-parts-" + outcome.result().id());
  }

  @Test
  void storesAfterEachPartThatOthersAreMissing() throws Exception {
    Parts parts = new Parts(2);
    parts.beforePart =
        number -> {
          if (number == 2) {
            SweepResult half = (SweepResult) stored();
            assertThat(half.steps()).hasSize(1);
            assertThat(half.verdict().texts()).containsExactly("cut off before its end");
          }
        };
    run(parts);

    assertThat(order).contains("close");
  }

  @Test
  void storesAPartThatIsNotComplete() throws Exception {
    Parts parts = new Parts(1);
    parts.keepInPart = true;
    parts.failure = new IllegalStateException("a mistake");

    assertThatThrownBy(() -> run(parts)).isInstanceOf(IllegalStateException.class);
    assertThat(stored().verdict().texts()).containsExactly("cut off before its end");
    assertThat(order).last().isEqualTo("close");
  }

  @Test
  void keepsWhatWasMeasuredWhenTheTargetIsLost() throws Exception {
    Parts parts = new Parts(3);
    parts.beforePart =
        number -> {
          if (number == 2) {
            throw new TargetException("the server is gone");
          }
        };
    Runner.Outcome<SweepResult> outcome = run(parts);

    assertThat(outcome.result().steps()).hasSize(1);
    assertThat(outcome.result().verdict().texts()).containsExactly("the server is gone");
    assertThat(stored()).isEqualTo(outcome.result());
  }

  @Test
  void leavesNothingWhereNothingCouldBeMeasured() throws Exception {
    Parts parts = new Parts(3);
    parts.beforePart =
        number -> {
          throw new TargetException("the server is gone");
        };

    assertThatThrownBy(() -> run(parts))
        .isInstanceOf(TargetException.class)
        .hasMessage("the server is gone");
    assertThat(folders()).isEmpty();
    assertThat(order).last().isEqualTo("close");
  }

  @Test
  void measuresNoMorePartsOnceTheUserHasEndedTheCommand() throws Exception {
    Parts parts = new Parts(3);
    parts.beforePart = number -> stop.give();
    Runner.Outcome<SweepResult> outcome = run(parts);

    assertThat(outcome.result().steps()).hasSize(1);
    assertThat(((SweepResult) stored()).steps()).hasSize(1);
  }

  @Test
  void measuresNothingWhenTheUserEndedTheCommandWhileItOpened() throws Exception {
    stop.give();

    assertThatThrownBy(() -> run(new Parts(1)))
        .isInstanceOf(TargetException.class)
        .hasMessage("stopped before anything was measured");
    assertThat(folders()).isEmpty();
    assertThat(order).containsExactly("check", "open", "close");
  }

  @Test
  void whatGoesWrongAtTheEndIsAReasonOfTheVerdictAndTheFiguresAreStoredBefore() throws Exception {
    Parts parts = new Parts(2);
    parts.left = "a table is left";
    Runner.Outcome<SweepResult> outcome = run(parts);

    assertThat(order).endsWith("part", "part", "end of 2: cut off before its end", "close");
    assertThat(outcome.result().verdict().texts()).containsExactly("a table is left");
    assertThat(stored()).isEqualTo(outcome.result());
  }

  @Test
  void theEndIsCalledOnceAndSaidWhereNothingCouldBeMeasured() throws Exception {
    Parts parts = new Parts(1);
    parts.left = "a table is left";
    parts.beforePart =
        number -> {
          throw new TargetException("the server is gone");
        };
    assertThatThrownBy(() -> run(parts)).hasMessage("the server is gone");
    assertThat(order).endsWith("ready", "end", "WARNING  a table is left", "close");

    order.clear();
    stop.give();
    assertThatThrownBy(() -> run(parts)).hasMessage("stopped before anything was measured");
    assertThat(order).containsExactly("check", "open", "end", "WARNING  a table is left", "close");
  }

  @Test
  void aResultThatCannotBeStoredComesBackInvalidAndIsNotCalledStored() throws Exception {
    Parts parts = new Parts(2);
    parts.beforePart =
        number -> {
          if (number == 2) {
            // As when somebody removes the folder, or the disk is full.
            Path folder = folders().get(0);
            Files.delete(folder.resolve("result.json"));
            Files.delete(folder);
          }
        };
    Runner.Outcome<SweepResult> outcome = run(parts);

    assertThat(outcome.folder()).isNull();
    assertThat(outcome.result().steps()).hasSize(2);
    assertThat(outcome.result().verdict().texts())
        .singleElement()
        .asString()
        .startsWith("the result could not be stored: ");
  }

  private Runner.Outcome<SweepResult> run(Parts parts) throws TargetException {
    Progress progress =
        new Progress() {
          @Override
          public void say(String line) {
            order.add(line);
          }

          @Override
          public Step begin(String what, long total, String unit) {
            return SILENT.begin(what, total, unit);
          }
        };
    Context context = new Context(new ManualClock(7), progress, stop, () -> order.add("ready"));
    return new Runner(context, Given.NOTHING).run(parts, results, Events.NONE);
  }

  private Result stored() {
    return new RunStore(results).read("latest").result();
  }

  private List<Path> folders() {
    try (Stream<Path> all = Files.list(results)) {
      return all.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What happens before a part. */
  private interface BeforePart {
    void begins(int number) throws TargetException, IOException;
  }

  /** An experiment whose parts take no time. */
  private final class Parts implements Experiment<SweepResult>, Experiment.Session<SweepResult> {
    private final int wanted;
    private final List<SweepResult.Step> done = new ArrayList<>();
    BeforePart beforePart = number -> {};
    boolean keepInPart;
    @Nullable String left;
    @Nullable RuntimeException failure;

    Parts(int wanted) {
      this.wanted = wanted;
    }

    @Override
    public String name() {
      return "parts";
    }

    @Override
    public void check() {
      order.add("check");
    }

    @Override
    public Session<SweepResult> open(Context context) {
      order.add("open");
      return this;
    }

    @Override
    public Events.Started started() {
      return new Events.Started(RUN.scenario(), RUN.environment(), "parts\n");
    }

    @Override
    public boolean measure(Work work) throws TargetException {
      try {
        beforePart.begins(done.size() + 1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      order.add("part");
      done.add(new SweepResult.Step(1, 42, RUN.verdict(), RUN, null));
      if (keepInPart) {
        work.keep();
      }
      if (failure != null) {
        throw failure;
      }
      return done.size() < wanted;
    }

    @Override
    public SweepResult result(Head head) {
      return new SweepResult(
          head.id(),
          head.startedAt(),
          Verdict.of(List.of()),
          List.of(),
          new SweepScenario(List.of(1), RUN.scenario(), null),
          RUN.environment(),
          done,
          null);
    }

    @Override
    public Optional<String> end(Runnable keep) {
      if (left == null) {
        return Optional.empty();
      }
      keep.run();
      order.add(
          done.isEmpty()
              ? "end"
              : "end of " + done.size() + ": " + String.join(", ", stored().verdict().texts()));
      return Optional.of(left);
    }

    @Override
    public void close() {
      order.add("close");
    }
  }
}
