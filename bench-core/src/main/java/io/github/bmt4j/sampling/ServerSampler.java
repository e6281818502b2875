package io.github.bmt4j.sampling;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.sampling.SeriesLines.Span;
import io.github.bmt4j.sampling.ServerSeries.Cost;
import io.github.bmt4j.sampling.ServerSeries.Event;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads one server repeatedly over a connection of its own, and notes interruptions of its series:
 * growth is only taken between readings of the same epoch.
 */
final class ServerSampler implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 5_000;
  private static final long SECOND_NANOS = 1_000_000_000;

  /** Time between two checks whether the series is closed, after the last reading. */
  private static final long LOOK_NANOS = 50_000_000;

  /** SELECTs over a new connection, at most; one more may have had no answer. */
  private static final long OF_A_CONNECTION = 10;

  private static final int MOST_EVENTS = 1_000;
  private static final int RARE_SECONDS = 10;

  /** Of the growth of an uptime, a smaller one than the time that passed is a restart. */
  private static final double UPTIME_SLACK_SECONDS = 2;

  private static final long SILENCE_NANOS = 1_500_000_000;

  private final SampledServer server;
  private final Clock clock;
  private final StraightConnection connection;
  private final ServerValues values;
  private final HostAddresses addresses;
  private final SeriesLines often = new SeriesLines();
  private final SeriesLines rare = new SeriesLines();
  private final List<Moment> moments = new ArrayList<>();
  private volatile Span span = Span.since(0);
  private volatile long periodNanos = SECOND_NANOS;
  private volatile boolean ending;
  private volatile boolean dropped;
  private boolean ended;
  private @Nullable Rounds rounds;
  private @Nullable Map<String, Double> before;
  private @Nullable String failure;
  private long readNanos;
  private int epoch;
  private int connections;
  private int connectionsBefore;
  private String identity = "";
  private long queryNanos;
  private long longestNanos;

  private record Moment(long nanos, String what) {}

  ServerSampler(SampledServer server, Clock clock) {
    this.server = server;
    this.clock = clock;
    this.values = new ServerValues(server, clock);
    String url = server.connector().target().url();
    this.addresses = new HostAddresses(() -> HostAddresses.of(url));
    this.connection = new StraightConnection(this::open);
  }

  private Connection open() throws SQLException {
    Connection opened = server.connector().connect(PATIENCE_MILLIS);
    connections++;
    try {
      values.connected(opened);
      return opened;
    } catch (SQLException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  void connect() {
    try {
      connection.get();
    } catch (SQLException e) {
      failed(e);
    }
  }

  void first() {
    connectionsBefore = connections;
    if (failure == null) {
      read(true);
    }
  }

  void start(Span moments, long periodSeconds) {
    span = moments;
    periodNanos = periodSeconds * SECOND_NANOS;
    String name = "bmt-server-" + server.name();
    rounds = new Rounds(name, this::tick, this::last, Duration.ZERO, clock);
  }

  private void tick() {
    if (ended) {
      clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, () -> dropped);
      return;
    }
    long zero = span.zero();
    long tick = Math.floorDiv(clock.nanoTime() - zero, periodNanos) + 1;
    clock.sleepUntil(zero + tick * periodNanos, () -> ending);
    boolean last = ending;
    long rareTicks = Math.max(1, RARE_SECONDS * SECOND_NANOS / periodNanos);
    boolean all = last || tick % rareTicks == 0;
    // A server that has refused the login is rarely tried again.
    if (!dropped && (all || before != null)) {
      read(all);
    }
    ended = last;
  }

  private void last() {
    if (!ended && !dropped) {
      read(true);
    }
    connection.drop();
  }

  private void read(boolean all) {
    long begin = clock.nanoTime();
    try {
      int opened = connections;
      Connection open = connection.get();
      long from = clock.nanoTime();
      Map<String, Double> now = values.status(open);
      long to = clock.nanoTime();
      values.lag(open, now);
      long asked = clock.nanoTime();
      answered(now, from, connections > opened);
      add(often, from, to, now);
      before = now;
      readNanos = to;
      queryNanos += asked - begin;
      longestNanos = Math.max(longestNanos, asked - begin);
      if (all) {
        Map<String, Double> more = values.rare(open);
        long end = clock.nanoTime();
        queryNanos += end - asked;
        add(rare, asked, end, more);
      }
    } catch (SQLException e) {
      queryNanos += clock.nanoTime() - begin;
      failed(e);
    }
    if (all) {
      long looked = clock.nanoTime();
      addresses.changed().ifPresent(change -> happened(looked, change));
    }
  }

  private synchronized void add(SeriesLines lines, long from, long to, Map<String, Double> now) {
    Optional<String> smaller = lines.decreased(now, epoch);
    if (smaller.isPresent()) {
      newEpoch(to, words("counters were reset: %s decreased", smaller.get()));
    }
    lines.add(from, to, now, epoch);
  }

  private synchronized void answered(Map<String, Double> now, long nanos, boolean reconnected) {
    Map<String, Double> earlier = before;
    boolean other = !values.identity().equals(identity);
    failure = null;
    identity = values.identity();
    if (earlier == null) {
      return;
    }
    if (nanos - readNanos > periodNanos + SILENCE_NANOS) {
      happened(readNanos, words("no reading for %.1f s", (nanos - readNanos) / 1e9));
    }
    if (other) {
      newEpoch(nanos, "another server answers");
    } else if (reconnected && isRestarted(uptime(now) - uptime(earlier), nanos - readNanos)) {
      newEpoch(nanos, "the server was restarted");
    } else if (flushed(now) > flushed(earlier)) {
      newEpoch(nanos, "counters were reset: FLUSH STATUS");
    }
  }

  private static boolean isRestarted(double growth, long nanos) {
    return growth < Math.max(0, nanos / 1e9 - UPTIME_SLACK_SECONDS);
  }

  private static double uptime(Map<String, Double> status) {
    return status.getOrDefault(ServerValues.UPTIME, 0.0);
  }

  private static double flushed(Map<String, Double> status) {
    return uptime(status) - status.getOrDefault(ServerValues.SINCE_FLUSH, 0.0);
  }

  private void newEpoch(long nanos, String what) {
    epoch++;
    happened(nanos, what + "; growth counts from here on");
  }

  private synchronized void happened(long nanos, String what) {
    if (moments.size() < MOST_EVENTS) {
      moments.add(new Moment(nanos, what));
    }
  }

  private synchronized void failed(SQLException e) {
    connection.drop();
    failure = JdbcUrl.redacted(String.valueOf(e.getMessage()));
  }

  void loadEnded(Span moments) {
    span = moments;
    ending = true;
  }

  /**
   * Ends without a last reading, and without waiting: the connection of one that is under way may
   * only be closed by its own thread, as drivers ask the server to end what runs over it.
   */
  void drop() {
    dropped = true;
    ending = true;
    Rounds reading = rounds;
    if (reading == null) {
      connection.drop();
    } else {
      reading.stop();
    }
  }

  @Override
  public void close() {
    Rounds reading = rounds;
    if (reading == null || dropped) {
      drop();
    } else {
      ending = true;
      reading.close();
    }
  }

  long selects() {
    return values.selects();
  }

  long statements() {
    return OF_A_CONNECTION * (connections - connectionsBefore);
  }

  synchronized ServerSeries.Server series() {
    List<Readings> readings =
        Stream.of(often, rare).flatMap(lines -> lines.readings(span).stream()).toList();
    Map<String, String> notTold = new TreeMap<>();
    for (ServerFigure figure : ServerFigure.values()) {
      if (!often.has(figure) && !rare.has(figure)) {
        String why = values.reason(figure);
        String never = readings.isEmpty() ? failure : null;
        if (!why.isEmpty()) {
          notTold.put(figure.word(), never == null ? why : never);
        }
      }
    }
    List<Event> events = new ArrayList<>();
    moments.forEach(one -> events.add(event(one.nanos(), one.what())));
    if (failure != null && before != null) {
      events.add(event(readNanos, "no answer until the end: " + failure));
    }
    return new ServerSeries.Server(
        server.name(),
        readings,
        notTold,
        events,
        new Cost(
            values.asked(),
            SeriesLines.rounded(queryNanos / 1e9),
            SeriesLines.rounded(longestNanos / 1e6),
            connections));
  }

  private Event event(long nanos, String what) {
    return new Event(SeriesLines.seconds(nanos, span.zero()), what);
  }
}
