package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches on servers whose rate is known for every number of threads. */
class KneeSimulationTest {
  private static final int SEEDS = 300;
  private static final int SEEDS_OF_DRIFTS = 100;
  private static final int MOST = 2048;

  /**
   * @param knee threads that the interval has to contain
   */
  private record Server(String name, int knee, IntToDoubleFunction rate, double most) {
    Server(String name, int knee, IntToDoubleFunction rate) {
      this(name, knee, rate, IntStream.rangeClosed(1, MOST).mapToDouble(rate).max().orElse(0));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Standard deviations of batches and of visits as a whole, and the drift in 25 visits, as shares.
   */
  private record Noise(double batches, double visits, double drift) {}

  private static final List<Noise> NOISES =
      List.of(
          new Noise(0.01, 0, 0),
          new Noise(0.03, 0, 0),
          new Noise(0.08, 0, 0),
          new Noise(0.03, 0.03, 0),
          new Noise(0.03, 0.06, 0),
          new Noise(0.03, 0.10, 0),
          new Noise(0.03, 0.03, 0.2),
          new Noise(0.03, 0.03, -0.2));

  private static Stream<Server> servers() {
    return Stream.of(
            IntStream.of(3, 7, 20, 100)
                .mapToObj(c -> new Server("hard " + c, c, n -> Math.min(n, c))),
            IntStream.of(3, 7, 20, 100).mapToObj(c -> collapse(c, 0.5)),
            IntStream.of(3, 7, 20, 100).mapToObj(c -> collapse(c, 1.5)),
            Stream.of(
                soft("soft, saturates", n -> 1 - Math.exp(-n / 20.0)),
                soft("soft, queues", n -> n / (1 + 0.05 * (n - 1))),
                soft("soft, peaks", n -> n / (1 + 0.03 * (n - 1) + 0.0002 * n * (n - 1))),
                second(8, 40, 64),
                second(16, 128, 64)))
        .flatMap(some -> some);
  }

  /** A server whose rate falls by this power of the threads beyond a number. */
  private static Server collapse(int c, double power) {
    return new Server(
        "collapse " + c + ", k=" + power,
        c,
        n -> n <= c ? n : c * Math.pow((double) n / c, -power));
  }

  /** A server with a plateau, and a second rise from a number of threads on. */
  private static Server second(int first, int from, int last) {
    return new Server(
        "second rise " + first + ", " + last,
        from + last - first,
        n -> n < from ? Math.min(n, first) : Math.min(first + n - from, last));
  }

  /** A server whose knee is the fewest threads that have 97 % of its best rate. */
  private static Server soft(String name, IntToDoubleFunction rate) {
    double most = IntStream.rangeClosed(1, MOST).mapToDouble(rate).max().orElse(0);
    int knee =
        IntStream.rangeClosed(1, MOST)
            .filter(n -> rate.applyAsDouble(n) >= (1 - Search.TOLERANCE) * most)
            .findFirst()
            .orElseThrow();
    return new Server(name, knee, rate);
  }

  /**
   * Answer of a search.
   *
   * @param bias best rate, over the true one, less 1
   */
  private record Answer(boolean claimed, boolean contained, double bias, int visits) {}

  private static Answer search(Server server, Noise noise, long seed) {
    Random random = new Random(31 * seed + server.name().hashCode());
    KneeSearch search = new KneeSearch(new Search(1, MOST, Search.TOLERANCE, null, false), seed);
    int visits = 0;
    for (OptionalInt next = search.next(); next.isPresent(); next = search.next()) {
      double visit = 1 + noise.visits() * random.nextGaussian();
      double drift = 1 + noise.drift() * ++visits / 25;
      double rate = server.rate().applyAsDouble(next.getAsInt()) * Math.max(0.1, visit) * drift;
      search.add(
          new Visit(
              IntStream.range(0, 6)
                  .mapToObj(i -> rate * (1 + noise.batches() * random.nextGaussian()))
                  .toList(),
              null,
              null));
    }
    Knee knee = search.answer();
    Integer lowest = knee.lowest();
    Integer highest = knee.highest();
    Double best = knee.bestTps();
    return new Answer(
        lowest != null,
        lowest != null && highest != null && lowest <= server.knee() && server.knee() <= highest,
        best == null ? 0 : best / server.most() - 1,
        visits);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void nineteenOfTwentyClaimsContainTheKnee(Server server) {
    for (Noise noise : NOISES) {
      List<Answer> all =
          IntStream.range(0, noise.drift() == 0 ? SEEDS : SEEDS_OF_DRIFTS)
              .parallel()
              .mapToObj(seed -> search(server, noise, seed))
              .toList();
      List<Answer> claims = all.stream().filter(Answer::claimed).toList();
      long contained = claims.stream().filter(Answer::contained).count();
      double bias = claims.stream().mapToDouble(Answer::bias).average().orElse(0);
      double visits = all.stream().mapToInt(Answer::visits).average().orElse(0);
      String row =
          String.format(
              Locale.ROOT,
              "%-22s %-42s claims %3d, contain %3d, best rate %+.1f %%, visits %.0f",
              server,
              noise,
              claims.size(),
              contained,
              100 * bias,
              visits);

      if (noise.visits() <= 0.06) {
        assertThat(contained).as(row).isGreaterThanOrEqualTo((long) (0.95 * claims.size()));
      }
      if (noise.visits() > 0.06) {
        assertThat(claims).as(row).hasSizeLessThan(SEEDS / 3);
      } else if (noise.drift() == 0) {
        assertThat(claims.size())
            .as(row)
            .isGreaterThan(SEEDS * (noise.visits() < 0.06 ? 3 : 2) / 4);
        assertThat(bias).as(row).isBetween(-0.05, noise.visits() < 0.06 ? 0.01 : 0.02);
      }
      assertThat(visits).as(row).isLessThan(45);
    }
  }
}
