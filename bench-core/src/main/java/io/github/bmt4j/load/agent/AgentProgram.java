package io.github.bmt4j.load.agent;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.load.ClientWatch;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.os.ParentJvm;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The program of an agent: makes its part of the loads of a controller, with which it communicates
 * over standard input and output. It never loads a class that it receives, and connects only to the
 * endpoints of its plan. It ends when its input ends or is silent for five seconds, so that no
 * agent without a controller loads a server.
 */
public final class AgentProgram {
  private static final int SILENT = 4;
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int PATIENCE_MILLIS = 5_000;

  private final Clock own;
  private final Class<? extends PartPlan> plans;
  private final SyncedClock clock;

  /**
   * Sends reports and the end in their order, so that a slow controller does not delay the load.
   */
  private final ExecutorService sender = Executors.newSingleThreadExecutor();

  private volatile long heardNanos;
  private volatile LoadDriver driver = LoadDriver.own(DriverWish.OWN);
  private volatile StopSignal stop = new StopSignal();
  private volatile CompletableFuture<Start> start = new CompletableFuture<>();
  private boolean known;

  private record Start(ParentJvm.Request request, long nanos) {}

  private AgentProgram(Clock own, Class<? extends PartPlan> plans) {
    this.own = own;
    this.plans = plans;
    this.clock = new SyncedClock(own);
  }

  /**
   * Serves the controller until it ends, and ends this JVM then.
   *
   * @param own clock of this process
   * @param plans the form of the plans that the controller sends
   * @throws IOException when what the controller sends cannot be read
   */
  public static void serve(Clock own, Class<? extends PartPlan> plans) throws IOException {
    ParentJvm.begin();
    ParentJvm.serve(new AgentProgram(own, plans)::execute);
  }

  private void execute(ParentJvm.Request request) {
    boolean first = heardNanos == 0;
    heardNanos = Clock.SYSTEM.nanoTime();
    String[] words = request.text().split(" ", 2);
    switch (words[0]) {
      case "hello" -> request.answer(Wire.text(Hello.own()));
      case "time" -> request.answer(Long.toString(own.nanoTime()));
      case "offset" -> {
        sync(Long.parseLong(words[1]));
        request.answer("");
      }
      case "driver" ->
          request.inBackground(
              "bmt-driver", () -> openDriver(words[1], request), AgentProgram::words);
      case "plan" -> {
        stop = new StopSignal();
        start = new CompletableFuture<>();
        request.inBackground(
            "bmt-load", () -> load(Wire.read(words[1], plans), request), AgentProgram::words);
      }
      case "start" -> start.complete(new Start(request, Long.parseLong(words[1])));
      case "stop" -> {
        stop.give();
        request.answer("");
      }
      default -> request.fail("unknown request " + words[0]);
    }
    if (first) {
      Daemon.start("bmt-controller-watch", this::watch);
    }
  }

  private void sync(long offsetNanos) {
    if (known) {
      clock.slewTo(offsetNanos);
    } else {
      clock.set(offsetNanos);
      known = true;
    }
  }

  private void watch() {
    while (Clock.SYSTEM.nanoTime() - heardNanos < SILENCE_NANOS) {
      Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + LOOK_NANOS, () -> false);
    }
    ParentJvm.complain("heard nothing of its controller for 5 s, so it ended its load");
    stop.give();
    Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + END_NANOS, () -> false);
    Runtime.getRuntime().halt(SILENT);
  }

  private static String words(Exception failure) {
    return Redacted.text(Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
  }

  private void openDriver(String text, ParentJvm.Request request) throws IOException {
    DriverWish wish = Wire.read(text, AgentDriver.class).wish();
    driver = LoadDriver.open(wish, MavenArtifacts.ofUser(), Progress.SILENT);
    request.answer(Sha256.of(driver.jars()));
  }

  private void load(PartPlan plan, ParentJvm.Request request) {
    try (PartPlan.OpenPart load = plan.open(driver, clock, stop)) {
      Part part = new Part(request, load.endpoints());
      try {
        Measurement measured = load.run(part);
        part.end(
            new AgentDone(
                measured,
                IntStream.range(0, load.endpoints().size()).mapToObj(load::lastWrites).toList(),
                load.rows(),
                part.watch.readings(measured.disturbances().stoodStillNanos())));
      } catch (SQLException | RuntimeException e) {
        part.fail(e);
      }
    }
  }

  private final class Part implements Load.Observer {
    private final ParentJvm.Request plan;
    private final List<Connector> connectors;
    private final ClientWatch watch = new ClientWatch(clock);
    private @Nullable Start begun;
    private @Nullable Interval ended;

    Part(ParentJvm.Request plan, List<Connector> connectors) {
      this.plan = plan;
      this.connectors = connectors;
    }

    @Override
    public void connected() {
      plan.answer("");
      begun = start.join();
      watch.begin();
    }

    private Start begun() {
      return Objects.requireNonNull(begun, "the load has begun");
    }

    @Override
    public long begins(long nowNanos) {
      clock.sleepUntil(begun().nanos(), stop::given);
      return begun().nanos();
    }

    @Override
    public void measuresFrom(long nanos) {
      report(new AgentReport(clock.nanoTime() - begun().nanos(), null, null));
    }

    @Override
    public void counting(boolean bound) {
      watch.counting(bound);
    }

    @Override
    public void interval(Interval interval) {
      watch.interval(interval);
      if (interval.warmup()) {
        report(new AgentReport(null, interval, null));
      } else {
        ended = interval;
      }
    }

    @Override
    public void soFar(Supplier<Measurement> measured) {
      report(new AgentReport(null, ended, measured.get()));
      ended = null;
    }

    @Override
    public boolean serversAnswer() {
      return connectors.stream()
          .allMatch(connector -> ServerPulse.logsIn(connector, PATIENCE_MILLIS));
    }

    void end(AgentDone done) {
      if (ended != null) {
        report(new AgentReport(null, ended, done.measured()));
      }
      sender.execute(() -> begun().request().answer(Wire.text(done)));
    }

    void fail(Exception failure) {
      ParentJvm.Request unanswered = begun == null ? plan : begun.request();
      sender.execute(() -> unanswered.fail(words(failure)));
    }

    private void report(AgentReport report) {
      sender.execute(() -> ParentJvm.report(Wire.text(report)));
    }
  }
}
