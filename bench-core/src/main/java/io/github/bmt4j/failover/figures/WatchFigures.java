package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.length;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.failover.figures.WatchedOutage.Fate;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a window. Times in ms.
 *
 * @param from time of day at which it began
 * @param outages outages and times of fewer writes, in their order
 * @param operations operations of each probe that ran, by its word
 * @param noiseMs for each probe, length up to which an outage cannot be told from noise
 * @param standstills times of half a second or more for which the client itself stood still, at
 *     most 1,000
 * @param observed true if observers looked at the nodes
 * @param roles changes of the nodes' roles, at most 1,000
 * @param writable names of the nodes that took writes at the end
 * @param writes what became of all writes; absent where the ledger was not read
 * @param stuck operations that had not ended at the end
 */
@JsonIgnoreProperties(value = "sums", allowGetters = true)
public record WatchFigures(
    Instant from,
    double windowMs,
    List<WatchedOutage> outages,
    Map<String, Count> operations,
    Map<String, Double> noiseMs,
    List<Standstill> standstills,
    boolean observed,
    List<RoleChange> roles,
    List<String> writable,
    @Nullable Fate writes,
    Stuck stuck) {
  /** Time without an OK write; without writers, that of reads. */
  public static final Metric<WatchFigures> OUT =
      ms("out", "out in all", one -> one.sum(WatchedOutage::outMs)).in(Use.CARD, Use.COMPARED);

  public static final Metric<WatchFigures> LONGEST =
      ms("longest", "longest outage", WatchFigures::longestMs).in(Use.CARD, Use.COMPARED);

  private static final Metric<WatchFigures> ADDED =
      ms("added", "added by driver, pool, proxy", WatchFigures::addedMs).in(Use.CARD, Use.COMPARED);

  public static final List<Metric<WatchFigures>> METRICS =
      List.of(
          count("outages", "outages", one -> (double) one.outages(false).size())
              .in(Use.CARD, Use.COMPARED),
          OUT,
          LONGEST,
          ADDED,
          ms("servers", "no server took writes", WatchFigures::serverMs).in(Use.COMPARED),
          ms("degraded", "fewer writes", one -> one.degradedMs()).in(Use.COMPARED),
          ms("reads-out", "reads out", one -> one.sum(WatchedOutage::readsMs)).in(Use.COMPARED),
          ms("connects-out", "connections out", one -> one.sum(WatchedOutage::connectsMs))
              .in(Use.COMPARED),
          count("lost", "lost writes", one -> one.fate(Fate::lost)).in(Use.COMPARED),
          count("duplicates", "duplicates", one -> one.fate(Fate::duplicates)),
          count("ambiguous", "ambiguous, applied", one -> one.fate(Fate::applied)),
          count("ambiguous-lost", "ambiguous, not applied", one -> one.fate(Fate::notApplied)));

  /** Operations of a probe by how they ended; UNSERVED includes those that did not. */
  public record Count(long ok, long failed, long unknown, long unserved) {}

  /** A node that has another role from a moment on. */
  public record RoleChange(
      Instant at,
      double atMs,
      String node,
      NodeObservation.Role before,
      NodeObservation.Role after) {}

  /** Nodes that took writes at the end, in addition to one that did so all the time. */
  private String twoWritersWords(Function<Instant, String> clock) {
    Set<String> never = new LinkedHashSet<>(writable);
    roles.forEach(one -> never.remove(one.node()));
    List<RoleChange> also =
        roles.stream()
            .filter(one -> one.after() == NodeObservation.Role.WRITABLE)
            .filter(one -> one.before() == NodeObservation.Role.READ_ONLY)
            .filter(one -> writable.contains(one.node()))
            .toList();
    return never.isEmpty() || also.isEmpty()
        ? ""
        : words(
            "%s and %s have both taken writes since %s",
            String.join(", ", never), also.get(0).node(), clock.apply(also.get(0).at()));
  }

  /** A time for which the client itself stood still. */
  public record Standstill(Instant at, double atMs, double lengthMs) {}

  private static Metric<WatchFigures> ms(
      String name, String title, Function<WatchFigures, @Nullable Double> value) {
    return new Metric<>(name, new Grid.Column(title, -28, 0), "ms", Better.LOWER, "%,.1f", value);
  }

  private static Metric<WatchFigures> count(
      String name, String title, Function<WatchFigures, @Nullable Double> value) {
    return new Metric<>(name, new Grid.Column(title, -28, 0), "", Better.LOWER, "%,.0f", value);
  }

  /** Figures of the whole window by the names of their metrics; unknown figures are left out. */
  @JsonProperty
  public Map<String, Double> sums() {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (Metric<WatchFigures> one : METRICS) {
      Double value = one.of(this);
      if (value != null) {
        sums.put(one.name(), value);
      }
    }
    return sums;
  }

  private List<WatchedOutage> outages(boolean degraded) {
    return outages.stream().filter(one -> one.degraded() == degraded).toList();
  }

  /** Absent where a probe did not run; 0 without an outage. */
  private @Nullable Double sum(Function<WatchedOutage, @Nullable Double> time) {
    return outages.stream().map(time).anyMatch(Objects::isNull)
        ? null
        : (Double)
            Millis.rounded(
                outages.stream().map(time).mapToDouble(ms -> Objects.requireNonNull(ms)).sum());
  }

  private double longestMs() {
    return outages(false).stream().mapToDouble(WatchedOutage::outMs).max().orElse(0);
  }

  private double degradedMs() {
    return Millis.rounded(outages(true).stream().mapToDouble(WatchedOutage::lengthMs).sum());
  }

  private List<WatchedOutage> ofMain() {
    return outages.stream().filter(one -> one.outMs() > 0).toList();
  }

  /** Returns true if the time that counts most had not ended. */
  private boolean isOpen() {
    return ofMain().stream().anyMatch(WatchedOutage::open);
  }

  private @Nullable Double addedMs() {
    return isOpen() ? null : known(one -> one.outMs() - Objects.requireNonNull(one.serverMs()));
  }

  private @Nullable Double serverMs() {
    return known(one -> Objects.requireNonNull(one.serverMs()));
  }

  private @Nullable Double known(ToDoubleFunction<WatchedOutage> part) {
    return ofMain().stream().anyMatch(one -> one.serverMs() == null)
        ? null
        : (Double) Millis.rounded(ofMain().stream().mapToDouble(part).sum());
  }

  private @Nullable Double fate(Function<Fate, Long> part) {
    return writes == null ? null : (Double) (double) part.apply(writes);
  }

  /** Returns true if the application was not served when the window ended. */
  public boolean endsInOutage() {
    return outages.stream().anyMatch(WatchedOutage::open);
  }

  /**
   * The answer, without a full stop.
   *
   * @param clock text of a time of day, with its zone's hours and minutes
   * @param way driver, pool and proxy between application and servers, in words
   */
  public String sentence(Function<Instant, String> clock, String way) {
    String window = length(windowMs);
    if (outages.isEmpty()) {
      double most = noiseMs.values().stream().findFirst().orElse(0.0);
      return words(
          "no outage in %s; one of up to %.0f ms could not have been told from noise%s%s%s",
          window,
          Math.ceil(most),
          twoWritersWords(clock).replaceFirst("^(?=.)", "; "),
          lostWords("; ", false),
          standstillWords(clock));
    }
    List<WatchedOutage> real = outages(false);
    return Stream.of(
            real.isEmpty()
                ? words("no outage in %s", window)
                : words(
                    "%s in %s stopped %s",
                    counted(real.size(), "outage"), window, stopped(real, clock)),
            degradedWords(clock),
            addedWords(way),
            lostWords("", true),
            twoWritersWords(clock),
            endsInOutage() ? "the last had not ended" : "",
            standstillWords(clock).replaceFirst("^; ", ""))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String stopped(List<WatchedOutage> real, Function<Instant, String> clock) {
    return Stream.of(
            stopped("writes", real, WatchedOutage::writesMs, clock),
            stopped("reads", real, WatchedOutage::readsMs, clock),
            stopped("new connections", real, WatchedOutage::connectsMs, clock))
        .filter(words -> !words.isEmpty())
        .findFirst()
        .orElse("nothing");
  }

  private static String stopped(
      String what,
      List<WatchedOutage> real,
      Function<WatchedOutage, @Nullable Double> time,
      Function<Instant, String> clock) {
    Function<WatchedOutage, Double> length =
        one -> Objects.requireNonNullElse(time.apply(one), 0.0);
    double sum = real.stream().mapToDouble(length::apply).sum();
    WatchedOutage longest = real.stream().max(Comparator.comparing(length)).orElseThrow();
    return sum == 0
        ? ""
        : real.size() == 1
            ? words("%s for %s at %s", what, duration(sum), clock.apply(longest.at()))
            : words(
                "%s for %s in all (longest %s at %s)",
                what, duration(sum), duration(length.apply(longest)), clock.apply(longest.at()));
  }

  private String degradedWords(Function<Instant, String> clock) {
    List<WatchedOutage> low = outages(true);
    return low.isEmpty()
        ? ""
        : words(
            "writes were fewer for %s from %s on%s",
            duration(degradedMs()),
            clock.apply(low.get(0).at()),
            low.size() == 1 ? "" : words(", %d times", low.size()));
  }

  private String addedWords(String way) {
    List<WatchedOutage> main = ofMain();
    if (main.isEmpty()) {
      return "";
    }
    Double added = addedMs();
    if (added != null) {
      return words("%s added %s of it", way, duration(added));
    }
    if (main.stream().anyMatch(one -> one.added() == null)) {
      return words("how much of it %s added is not known", way);
    }
    List<Between> each = main.stream().map(WatchedOutage::added).toList();
    Between sum =
        new Between(
            each.stream().mapToDouble(one -> Objects.requireNonNull(one).fromMs()).sum(),
            each.stream().mapToDouble(one -> Objects.requireNonNull(one).toMs()).sum());
    if (isOpen()) {
      double server = main.stream().mapToDouble(WatchedOutage::outMs).sum() - sum.toMs();
      return Stream.of(
              leastWords("no server took writes for", server),
              leastWords(way + " added", sum.fromMs()))
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining("; "));
    }
    return words("%s added %s of it", way, sum.words(Numbers::duration));
  }

  private static String leastWords(String what, double ms) {
    return ms < 1 ? "" : words("%s at least %s of it", what, duration(ms));
  }

  private String lostWords(String before, boolean none) {
    if (writes == null) {
      return "";
    }
    String lost =
        writes.lost() > 0
            ? counted(writes.lost(), "acknowledged write") + " lost"
            : none ? "no write was lost" : "";
    String twice =
        writes.duplicates() == 0
            ? ""
            : words("%s applied twice", counted(writes.duplicates(), "write"));
    String both =
        Stream.of(lost, twice).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    return both.isEmpty() ? "" : before + both;
  }

  private String standstillWords(Function<Instant, String> clock) {
    return standstills.stream()
        .max(Comparator.comparingDouble(Standstill::lengthMs))
        .map(
            one ->
                words(
                    "; the client itself stood still for %s at %s, which is no outage of the"
                        + " servers",
                    duration(one.lengthMs()), clock.apply(one.at())))
        .orElse("");
  }
}
