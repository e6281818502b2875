package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.OptionValues;
import java.time.Duration;
import java.util.stream.Stream;

/** A fault that is over after {@link #DURATION}; the primary stays. */
abstract class Passing extends Fault {
  private final Words words;
  private final Step begin;
  private final Step heal;

  private Passing(String name, Words words, Step begin, Step heal, DeclaredOption<?>... takes) {
    super(
        name,
        words.summary,
        Stream.concat(Stream.of(DURATION), Stream.of(takes)).toArray(DeclaredOption<?>[]::new));
    this.words = words;
    this.begin = begin;
    this.heal = heal;
  }

  private record Words(String summary, String injected, String healed) {}

  String injected(FaultContext context) {
    return words.injected;
  }

  @Override
  public boolean breaksThePath() {
    return true;
  }

  @Override
  public final void inject(FaultContext context) throws TargetException {
    begin.take(context);
    context.injected(injected(context));
    context.pause(context.option(DURATION));
    heal(context);
    context.healed(words.healed);
  }

  @Override
  public final void heal(FaultContext context) throws TargetException {
    heal.take(context);
  }

  @AutoService(Fault.class)
  public static final class ReadOnly extends Passing {
    public ReadOnly() {
      super(
          "read-only",
          new Words(
              "the primary becomes read-only for a while; no replica is promoted",
              "is read-only",
              "takes writes again"),
          context -> context.cluster().readOnly(context.primary(), true),
          context -> context.cluster().readOnly(context.primary(), false));
    }

    @Override
    public boolean breaksThePath() {
      return false;
    }
  }

  @AutoService(Fault.class)
  public static final class Refuse extends Passing {
    public Refuse() {
      super(
          "refuse",
          new Words(
              "the application's open connections to the primary are reset and new ones refused,"
                  + " for a while; the primary stays",
              "connections reset and refused",
              "connections taken again"),
          context -> {
            context.proxy().refuse(true);
            context.proxy().reset();
          },
          context -> context.proxy().refuse(false));
    }
  }

  @AutoService(Fault.class)
  public static final class Blackhole extends Passing {
    public Blackhole() {
      super(
          "blackhole",
          new Words(
              "nothing passes between application and primary, for a while: open connections stay"
                  + " open and say nothing; the primary stays",
              "nothing passes",
              "everything passes"),
          context -> context.proxy().silence(Direction.BOTH),
          context -> context.proxy().speak());
    }
  }

  @AutoService(Fault.class)
  public static final class BlackholeConnect extends Passing {
    public BlackholeConnect() {
      super(
          "blackhole-connect",
          new Words(
              "new connections to the primary get no answer, for a while; open ones are not"
                  + " touched",
              "connects get no answer",
              "connects are answered"),
          context -> context.proxy().blockConnects(true),
          context -> context.proxy().blockConnects(false));
    }
  }

  @AutoService(Fault.class)
  public static final class Latency extends Passing {
    private static final DeclaredOption<Duration> LATENCY =
        DeclaredOption.time("--latency", 200, "added to each direction");

    private static final DeclaredOption<Duration> JITTER =
        DeclaredOption.time("--jitter", 0, "how much more or less than --latency, at random");

    public Latency() {
      super(
          "latency",
          new Words(
              "the way to the primary and back becomes slower, for a while",
              "",
              "as fast as before"),
          context -> context.proxy().delay(context.option(LATENCY), context.option(JITTER)),
          context -> context.proxy().delay(Duration.ZERO, Duration.ZERO),
          LATENCY,
          JITTER);
    }

    @Override
    public void check(OptionValues options) {
      if (options.get(JITTER).compareTo(options.get(LATENCY)) > 0) {
        throw new BadInputException(
            "--jitter=" + options.get(JITTER).toMillis() + "ms: give at most --latency");
      }
    }

    @Override
    String injected(FaultContext context) {
      return "each direction takes " + context.option(LATENCY).toMillis() + " ms longer";
    }
  }
}
