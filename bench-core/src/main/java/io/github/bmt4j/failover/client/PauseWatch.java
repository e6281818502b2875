package io.github.bmt4j.failover.client;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.clock.StandstillWatch;
import io.github.bmt4j.failover.figures.ClientLog.Pause;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Notes when this JVM stands still: by a thread that only sleeps 1 ms and reads the clock, and by
 * reports of the garbage collector (to the millisecond).
 */
final class PauseWatch {
  private static final long SLEEP_MILLIS = 1;
  private static final long NOTED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Clock clock;
  private final List<Pause> pauses = new ArrayList<>();
  private final long jvmStartNanos;

  PauseWatch(Clock clock) {
    this.clock = clock;
    this.jvmStartNanos =
        clock.nanoTime()
            - TimeUnit.MILLISECONDS.toNanos(ManagementFactory.getRuntimeMXBean().getUptime());
  }

  void start() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (stopsThreads(collector.getName()) && collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(this::collected, null, null);
      }
    }
    Daemon.start("bmt-pauses", this::look);
  }

  synchronized List<Pause> pauses() {
    return List.copyOf(pauses);
  }

  /** Gives those that were noted since the last time, and forgets them. */
  synchronized List<Pause> take() {
    List<Pause> noted = List.copyOf(pauses);
    pauses.clear();
    return noted;
  }

  private void look() {
    StandstillWatch standstill = new StandstillWatch(clock, NOTED_NANOS);
    while (true) {
      long due = standstill.waits(SLEEP_MILLIS);
      clock.sleepUntil(due, () -> false);
      long nanos = standstill.woke();
      if (nanos > 0) {
        add(new Pause(Pause.Kind.HICCUP, due, due + nanos));
      }
    }
  }

  private synchronized void add(Pause pause) {
    pauses.add(pause);
  }

  private void collected(Notification notification, @Nullable Object handback) {
    if (notification.getUserData() instanceof CompositeData data) {
      GcInfo collection = GarbageCollectionNotificationInfo.from(data).getGcInfo();
      if (collection.getDuration() > 0) {
        add(
            new Pause(
                Pause.Kind.GC, nanos(collection.getStartTime()), nanos(collection.getEndTime())));
      }
    }
  }

  private long nanos(long millisSinceJvmStart) {
    return jvmStartNanos + TimeUnit.MILLISECONDS.toNanos(millisSinceJvmStart);
  }

  /** Collectors report their concurrent work in beans of their own. */
  private static boolean stopsThreads(String collector) {
    return !collector.contains("Concurrent") && !collector.contains("Cycles");
  }
}
