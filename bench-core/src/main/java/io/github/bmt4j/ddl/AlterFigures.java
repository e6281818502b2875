package io.github.bmt4j.ddl;

import static io.github.bmt4j.clock.Percentiles.millis;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Progress;
import io.github.bmt4j.ddl.AlterResult.Ratio;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterWatch.AlterLook;
import io.github.bmt4j.ddl.LockWatch.LockLook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of an ALTER, from what was seen while it ran. */
final class AlterFigures {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private AlterFigures() {}

  /**
   * Waits for metadata locks. A session that waits at a look counts as waiting since the look
   * before it: start and end of a wait are found up to one gap late, and its length is right to one
   * gap.
   *
   * @param looks in order, from before the ALTER on
   * @return absent when the ALTER was not watched while it ran
   */
  static @Nullable LockWaits lockWaits(
      List<LockLook> looks, long session, long fromNanos, long toNanos) {
    long before = fromNanos;
    int count = 0;
    int most = 0;
    long longestGap = 0;
    long waited = 0;
    long alterWaited = 0;
    long wait = 0;
    long longestWait = 0;
    for (LockLook look : looks) {
      if (look.nanos() < fromNanos || look.nanos() > toNanos) {
        continue;
      }
      long gap = look.nanos() - before;
      before = look.nanos();
      longestGap = Math.max(longestGap, gap);
      count++;
      most = Math.max(most, look.waiting().size());
      boolean alter = look.waiting().contains(session);
      alterWaited += alter ? gap : 0;
      waited += look.waiting().size() > (alter ? 1 : 0) ? gap : 0;
      wait = look.waiting().isEmpty() ? 0 : wait + gap;
      longestWait = Math.max(longestWait, wait);
    }
    if (count == 0) {
      return null;
    }
    longestGap = Math.max(longestGap, toNanos - before);
    return new LockWaits(
        count, millis(longestGap), most, millis(waited), millis(alterWaited), millis(longestWait));
  }

  /**
   * Progress of an ALTER: the first report, the first of each new stage, and about one a second.
   */
  static List<Progress> progress(List<AlterLook> looks, long fromNanos, long toNanos) {
    List<Progress> told = new ArrayList<>();
    long next = fromNanos;
    String stage = null;
    for (AlterLook look : looks) {
      boolean tells =
          look.stage() != null || look.percent() != null || look.temporaryBytes() != null;
      boolean due = look.nanos() >= next || !Objects.equals(stage, look.stage());
      if (tells && due && look.nanos() >= fromNanos && look.nanos() <= toNanos) {
        stage = look.stage();
        next = look.nanos() + SECOND_NANOS;
        told.add(
            new Progress(
                millis(look.nanos() - fromNanos),
                look.stage(),
                round(look.percent()),
                look.temporaryBytes()));
      }
    }
    return told;
  }

  static @Nullable Temporary temporary(List<AlterLook> looks) {
    return looks.stream()
        .map(AlterLook::temporaryBytes)
        .filter(Objects::nonNull)
        .max(Long::compare)
        .map(bytes -> new Temporary(bytes, "data folder"))
        .orElse(null);
  }

  /**
   * Time of each other algorithm relative to {@code instant}, in the order in which they ran, by
   * medians. No ratio if some were not done: the slowest may be missing.
   */
  static List<Ratio> ratios(List<Alter> alters, int repeat) {
    Map<Key, List<Double>> times =
        alters.stream()
            .filter(alter -> alter.ending().done() && alter.ending().afterMs() != null)
            .collect(
                Collectors.groupingBy(
                    alter ->
                        new Key(
                            alter.order().change(), alter.concurrent(), alter.order().algorithm()),
                    LinkedHashMap::new,
                    Collectors.mapping(
                        alter -> Objects.requireNonNull(alter.ending().afterMs()),
                        Collectors.toList())));
    times.values().removeIf(done -> done.size() < repeat);
    return times.entrySet().stream()
        .filter(own -> own.getKey().algorithm != Algorithm.INSTANT)
        .flatMap(own -> ratio(own.getKey(), own.getValue(), times))
        .toList();
  }

  private static Stream<Ratio> ratio(Key key, List<Double> own, Map<Key, List<Double>> times) {
    return Stream.ofNullable(times.get(new Key(key.change, key.concurrent, Algorithm.INSTANT)))
        .map(instant -> Medians.of(own) / Medians.of(instant))
        .map(
            ratio ->
                new Ratio(
                    key.change, key.concurrent, key.algorithm, Math.round(ratio * 1e3) / 1e3));
  }

  private record Key(AlterChange change, Concurrent concurrent, Algorithm algorithm) {}

  private static @Nullable Double round(@Nullable Double percent) {
    return percent == null ? null : (Double) (Math.round(percent * 10) / 10.0);
  }
}
