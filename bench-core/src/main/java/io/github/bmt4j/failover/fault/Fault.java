package io.github.bmt4j.failover.fault;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.OptionValues;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** One thing that can go wrong, and what is done about it. Found as a service; has no state. */
public abstract class Fault {
  /** The time that bmt waits before it promotes a replica. */
  public static final DeclaredOption<Duration> PROMOTION_DELAY =
      DeclaredOption.time(
          "--promotion-delay", 0, "how long bmt waits before it promotes a replica");

  /** The length of a fault that heals on its own. */
  public static final DeclaredOption<Duration> DURATION =
      DeclaredOption.time("--duration", 5_000, "length of a fault that ends on its own");

  /** The time from a promotion, or the loss of all nodes, to the return of a node. */
  public static final DeclaredOption<Duration> RETURN_AFTER =
      DeclaredOption.time(
          "--return-after",
          5_000,
          "time from the promotion, or the loss of all nodes, to the return of a node");

  /** Place where the application's work waits during a planned change. */
  public static final DeclaredOption<Hold> HOLD =
      new DeclaredOption<>(
          "--hold",
          Hold.NONE,
          "where the application waits during the change: none, pool (HikariCP is suspended), or"
              + " endpoint (new connections wait, open ones are closed)");

  /** Those by which the script of a fault takes longer. */
  private static final List<DeclaredOption<Duration>> WAITS =
      List.of(PROMOTION_DELAY, DURATION, RETURN_AFTER);

  private final String name;
  private final List<Class<?>> needs;
  private final String summary;
  private final List<DeclaredOption<?>> takes;

  protected Fault(String name, String summary, DeclaredOption<?>... takes) {
    this(name, List.of(), summary, takes);
  }

  /**
   * Declares a fault.
   *
   * @param name the word after {@code --fault}
   * @param needs capabilities that its cluster must have
   * @param summary description of one line
   * @param takes its options; others are refused
   */
  protected Fault(String name, List<Class<?>> needs, String summary, DeclaredOption<?>... takes) {
    this.name = name;
    this.needs = needs;
    this.summary = summary;
    this.takes = List.of(takes);
  }

  public static List<Fault> all() {
    return ServiceLoader.load(Fault.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(Fault::name))
        .toList();
  }

  /** Every option that a fault takes, in the order of the faults; each once. */
  public static List<DeclaredOption<?>> options() {
    return all().stream()
        .<DeclaredOption<?>>flatMap(fault -> fault.takes().stream())
        .distinct()
        .toList();
  }

  /**
   * The fault of a name.
   *
   * @throws BadInputException when there is none
   */
  public static Fault byName(String name) {
    return all().stream()
        .filter(fault -> fault.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "unknown fault "
                        + name
                        + ": "
                        + DidYouMean.hint(name, all().stream().map(Fault::name).toList())));
  }

  public final String name() {
    return name;
  }

  public final String summary() {
    return summary;
  }

  /** The capabilities that its cluster must have, such as {@link Cluster.Laggable}. */
  public final List<Class<?>> needs() {
    return needs;
  }

  public final List<DeclaredOption<?>> takes() {
    return takes;
  }

  /** Returns true if it breaks the network between application and primary. */
  public boolean breaksThePath() {
    return false;
  }

  /**
   * The option that does not go with this fault, and why.
   *
   * @return such as "--ha dns: it needs --ha endpoint"; empty when all go
   */
  public Optional<String> obstacle(HaMode ha) {
    return Optional.empty();
  }

  /** The shortest time that its script takes. */
  public final Duration length(OptionValues options) {
    return WAITS.stream()
        .filter(takes::contains)
        .map(options::get)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Its name with its options, as the command line reads it behind {@code --fault}; without {@link
   * #HOLD}, which is the application's.
   */
  public final String text(OptionValues options) {
    return options.text(name, takes.stream().filter(option -> !option.equals(HOLD)).toList());
  }

  /**
   * Values for its options.
   *
   * @throws BadInputException when it does not take one of the options
   */
  public final OptionValues with(Map<DeclaredOption<?>, Object> given) {
    for (DeclaredOption<?> option : given.keySet()) {
      if (!takes.contains(option)) {
        throw new BadInputException(option.word() + " cannot be combined with --fault " + name);
      }
    }
    return new OptionValues(given);
  }

  /**
   * Checks the values of its options.
   *
   * @throws BadInputException when they make no sense
   */
  public void check(OptionValues options) {}

  /**
   * Time after a node's return in which the application may still change over to it, and so must be
   * observed.
   */
  public Duration aftermath(HaMode ha, ApplicationSettings settings) {
    return Duration.ZERO;
  }

  /** Name of the node that it strikes first; "" when it strikes none. */
  public String victim(Cluster cluster) {
    return cluster.primary().name();
  }

  /** Makes preparations for the fault that the application does not notice. */
  public void prepare(FaultContext context) throws TargetException {}

  /** Injects the fault and does what follows from it, such as the promotion of a replica. */
  public abstract void inject(FaultContext context) throws TargetException;

  interface Step {
    void take(FaultContext context) throws TargetException;
  }

  /** Mends what may still be broken; called whatever happened, also when nothing was injected. */
  public void heal(FaultContext context) throws TargetException {}
}
