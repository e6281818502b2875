package io.github.bmt4j.failover.watch;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.WatchFigures;
import io.github.bmt4j.failover.figures.WatchedOutage;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of {@code bmt watch}, as stored in {@code result.json}.
 *
 * @param id of the run
 * @param startedAt start of the command's load
 * @param warnings notes that qualify the figures
 */
public record WatchResult(
    String id,
    Instant startedAt,
    Verdict verdict,
    List<String> warnings,
    WatchScenario scenario,
    Environment environment,
    WatchFigures watch)
    implements Result {
  public static final String KIND = "watch";

  private static final long DAY_MS = 24 * 3_600_000L;

  @Override
  public List<String> failedChecks() {
    List<String> failed = new ArrayList<>();
    if (watch.writes() != null && watch.writes().lost() > 0) {
      failed.add(counted(watch.writes().lost(), "acknowledged write") + " lost");
    }
    if (watch.endsInOutage()) {
      failed.add("an outage had not ended when the window did");
    }
    if (watch.stuck().hasHung()) {
      failed.add(watch.stuck().words());
    }
    Long most = scenario.maxWriteOutageMillis();
    watch.outages().stream()
        .filter(one -> most != null && limited(one) > most)
        .map(
            one ->
                words(
                    "%s of %,.0f ms at %s, and --max-write-outage is %,d ms",
                    one.degraded() ? "a degraded time" : "an outage",
                    limited(one),
                    clock(one.at()),
                    most))
        .forEach(failed::add);
    scenario.failIf().stream()
        .map(WatchLimit::of)
        .flatMap(limit -> limit.broken(watch).stream())
        .forEach(failed::add);
    return failed;
  }

  private static double limited(WatchedOutage one) {
    return one.degraded() ? one.lengthMs() : one.outMs();
  }

  /** A time of day in the zone of the window, with the day where the window is longer than one. */
  public String clock(Instant at) {
    return clock(
        at, scenario.zone(), watch.windowMs() < DAY_MS ? "HH:mm:ss" : "yyyy-MM-dd HH:mm:ss");
  }

  /** A time of day in a zone and a form. */
  static String clock(Instant at, String zone, String form) {
    return DateTimeFormatter.ofPattern(form, Locale.ROOT).format(at.atZone(ZoneId.of(zone)));
  }

  /** The answer, in a sentence without a full stop. */
  public String sentence() {
    return watch.sentence(this::clock, scenario.way());
  }
}
