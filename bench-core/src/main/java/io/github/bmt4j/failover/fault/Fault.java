package io.github.bmt4j.failover.fault;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A disturbance, and the steps of its repair. {@link Faults} makes faults, which then never change.
 */
public final class Fault {
  /** The time that bmt waits before it promotes a replica. */
  public static final DeclaredOption<Duration> PROMOTION_DELAY =
      DeclaredOption.time("promotion-delay", 0, "how long bmt waits before it promotes a replica");

  /** The length of a fault that heals on its own. */
  public static final DeclaredOption<Duration> DURATION =
      DeclaredOption.time("duration", 5_000, "length of a fault that ends on its own");

  /** The time from a promotion, or the loss of all nodes, to the return of a node. */
  public static final DeclaredOption<Duration> RETURN_AFTER =
      DeclaredOption.time(
          "return-after",
          5_000,
          "time from the promotion, or the loss of all nodes, to the return of a node");

  public static final DeclaredOption<Hold> HOLD =
      DeclaredOption.choice(
          "hold",
          Hold.NONE,
          "where the application waits during the change: none, or pool (HikariCP is suspended)");

  /** Options that lengthen the script of a fault. */
  private static final List<DeclaredOption<Duration>> WAITS =
      List.of(PROMOTION_DELAY, DURATION, RETURN_AFTER);

  private final String name;
  private final String summary;
  private final Step inject;
  private final List<DeclaredOption<?>> takes;
  private List<Class<?>> needs = List.of();
  private boolean breaksThePath;
  private boolean bringsBackThePrimary;
  private @Nullable HaMode only;
  private @Nullable DeclaredOption<Duration> smaller;
  private @Nullable DeclaredOption<Duration> larger;
  private Function<Cluster, String> victim = cluster -> cluster.primary().name();
  private Step prepare = context -> {};
  private Step heal = context -> {};

  interface Step {
    void take(FaultContext context) throws TargetException;
  }

  Fault(String name, String summary, Step inject, DeclaredOption<?>... takes) {
    this.name = name;
    this.summary = summary;
    this.inject = inject;
    this.takes = List.of(takes);
  }

  Fault needing(Class<?> capability) {
    needs = List.of(capability);
    return this;
  }

  /** This fault with a proxy before each node. */
  Fault breakingThePath() {
    breaksThePath = true;
    return this;
  }

  Fault bringingBackThePrimary() {
    bringsBackThePrimary = true;
    return this;
  }

  Fault onlyWith(HaMode mode) {
    only = mode;
    return this;
  }

  Fault atMost(DeclaredOption<Duration> option, DeclaredOption<Duration> limit) {
    smaller = option;
    larger = limit;
    return this;
  }

  Fault striking(Function<Cluster, String> node) {
    victim = node;
    return this;
  }

  Fault preparing(Step step) {
    prepare = step;
    return this;
  }

  Fault healing(Step step) {
    heal = step;
    return this;
  }

  public static List<Fault> all() {
    return Faults.ALL;
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

  public String name() {
    return name;
  }

  public String summary() {
    return summary;
  }

  /** The capabilities that its cluster must have, such as {@link Cluster.Laggable}. */
  public List<Class<?>> needs() {
    return needs;
  }

  public List<DeclaredOption<?>> takes() {
    return takes;
  }

  /** Returns true if it breaks the network between application and primary. */
  public boolean breaksThePath() {
    return breaksThePath;
  }

  /**
   * An option that this fault does not allow, and why.
   *
   * @return such as "--ha dns: it needs --ha endpoint"; empty when all are allowed
   */
  public Optional<String> obstacle(HaMode ha) {
    return only == null || ha.equals(only)
        ? Optional.empty()
        : Optional.of("--ha " + ha.word() + ": it needs --ha " + only.word());
  }

  public boolean isOnlyWith(HaMode ha) {
    return ha.equals(only);
  }

  /** The shortest time that its script takes. */
  public Duration length(OptionValues options) {
    return WAITS.stream()
        .filter(takes::contains)
        .map(options::get)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Its name with its options, as the command line reads it after {@code --fault}; without {@link
   * #HOLD}, an option of the application.
   */
  public String text(OptionValues options) {
    return options.text(name, takes.stream().filter(option -> !option.equals(HOLD)).toList());
  }

  /**
   * Values for its options.
   *
   * @throws BadInputException when the fault does not take one of the options
   */
  public OptionValues with(Map<DeclaredOption<?>, Object> given) {
    for (DeclaredOption<?> option : given.keySet()) {
      BadInputException.check(
          takes.contains(option), option.word(), " cannot be combined with --fault " + name);
    }
    return new OptionValues(given);
  }

  /**
   * Checks the values of its options.
   *
   * @throws BadInputException when they make no sense
   */
  public void check(OptionValues options) {
    if (smaller != null
        && larger != null
        && options.get(smaller).compareTo(options.get(larger)) > 0) {
      throw new BadInputException(
          smaller.word(),
          "=" + options.get(smaller).toMillis() + "ms: give at most " + larger.word());
    }
  }

  /**
   * Time after a node's return in which the application may still change over to it, and so must be
   * observed. A driver that knows all nodes avoids the old primary for the time of its deny list.
   * Later, every new connection may go to it; the pool opens one when an older one reaches its
   * {@code maxLifetime}. An endpoint or a name never leads back.
   */
  public Duration aftermath(HaMode ha, ApplicationSettings settings) {
    return bringsBackThePrimary && ha.listsNodes()
        ? settings.deniedListTimeout().plus(settings.maxLifetime())
        : Duration.ZERO;
  }

  /** Name of the node that the fault strikes first; "" when it strikes none. */
  public String victim(Cluster cluster) {
    return victim.apply(cluster);
  }

  /** Makes preparations for the fault that the application does not notice. */
  public void prepare(FaultContext context) throws TargetException {
    prepare.take(context);
  }

  /** Injects the fault and takes the steps that follow, such as the promotion of a replica. */
  public void inject(FaultContext context) throws TargetException {
    inject.take(context);
  }

  /** Repairs remaining damage; always called, even if nothing was injected. */
  public void heal(FaultContext context) throws TargetException {
    heal.take(context);
  }
}
