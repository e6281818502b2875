package io.github.bmt4j.jmh.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.TrialServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwinGateTest {
  private static final Circumstances WITHOUT_TLS = at(false);

  @Test
  void letsTwinsPassThatDoTheSame() {
    Said first = new Said("1|a", "2|b");
    Said second = new Said("1|a", "2|b");
    assertThatCode(() -> check(WITHOUT_TLS, first, second)).doesNotThrowAnyException();
    assertThat(List.of(first.times, second.times)).containsExactly(1, 1);
  }

  @Test
  void namesTheTwinsAndTheFirstDifference() {
    assertThatThrownBy(
            () -> check(WITHOUT_TLS, new Said("1|a", "2|b", "3"), new Said("1|a", "2|c", "3")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Pair: the twins first and second do not do the same."
                + " first has as number 2: 2|b; second has as number 2: 2|c");
  }

  @Test
  void holdsBackATwinThatReadsLess() {
    assertThatThrownBy(() -> check(WITHOUT_TLS, new Said("1", "2"), new Said("1")))
        .hasMessageContaining("first has as number 2: 2; second ends after 1 of them");
  }

  @Test
  void holdsBackATwinThatReadsMore() {
    assertThatThrownBy(() -> check(WITHOUT_TLS, new Said("1"), new Said("1", "2")))
        .hasMessageContaining("first ends after 1 of them; second has as number 2: 2");
  }

  @Test
  void holdsBackATwinThatSaysNothing() {
    assertThatThrownBy(() -> check(WITHOUT_TLS, new Said(), new Said()))
        .hasMessage("Pair.first says nothing of what it did");
  }

  @Test
  void namesTheTwinThatIsNotWhatItIsCalled() {
    Twin impostor =
        new Said() {
          @Override
          List<String> once() {
            throw new IllegalStateException("is not what it is called: no cipher");
          }
        };
    assertThatThrownBy(() -> check(WITHOUT_TLS, new Said("1"), impostor))
        .hasMessage("Pair.second: is not what it is called: no cipher");
  }

  @Test
  void leavesOutTwinsWhoseNeedsAreNotMet() throws Exception {
    Said encrypted = new Said("2");
    gate(new Said("1"), new Said("1")).with("encrypted", encrypted).check(server(), WITHOUT_TLS);
    assertThat(encrypted.times).isZero();
  }

  @Test
  void comparesTwinsWhoseNeedsAreMet() {
    TwinGate gate = gate(new Said("1"), new Said("1")).with("encrypted", new Said("2"));
    assertThatThrownBy(() -> gate.check(server(), at(true)))
        .hasMessageContaining("the twins first and encrypted do not do the same");
  }

  @Test
  void closesEveryTwinAlsoOneThatFails() {
    Said first = new Said("1");
    Said second = new Said();
    assertThatThrownBy(() -> check(WITHOUT_TLS, first, second));
    assertThat(List.of(first.closed, second.closed)).containsExactly(true, true);
  }

  @Test
  void findsTheTwinsOfABenchmark() throws Exception {
    TwinGate gate = TwinGate.of(Timed.class, TwinGateTest::once);
    assertThatThrownBy(() -> gate.check(server(), WITHOUT_TLS))
        .hasMessage(
            "Timed: the twins first and second do not do the same."
                + " first has as number 1: 1 rows; second has as number 1: 2 rows");
  }

  private static void check(Circumstances at, Twin first, Twin second) throws Exception {
    gate(first, second).check(server(), at);
  }

  private static TwinGate gate(Twin first, Twin second) {
    return new TwinGate(Pair.class, TwinGateTest::once).with("first", first).with("second", second);
  }

  private static TrialServer server() {
    return new TrialServer();
  }

  private static Circumstances at(boolean tls) {
    return new Circumstances(DriverCoordinates.parse("mariadb:4.0.0"), "MariaDB", tls, false, 17);
  }

  private static List<String> once(Twin twin) {
    return ((Proven) twin).once();
  }

  /** A benchmark of two twins, and one for servers with TLS. */
  static final class Pair {
    void first() {}

    void second() {}

    @Needs(Feature.TLS)
    void encrypted() {}
  }

  /** A twin that knows the result of its work. */
  public abstract static class Proven extends Twin {
    abstract List<String> once();
  }

  /** A twin that says what it is told to. */
  private static class Said extends Proven {
    private final List<String> lines;
    private int times;
    private boolean closed;

    Said(String... lines) {
      this.lines = List.of(lines);
    }

    @Override
    public void open(TrialServer server, int thread) {
      closing(() -> closed = true);
    }

    @Override
    List<String> once() {
      times++;
      return lines;
    }
  }

  /** Methods with twins as JMH wants them; the second twin reads a row more. */
  public static class Timed {
    public void second(More at) {}

    public void first(Rows at) {}

    void prepare(String noBenchmark) {}
  }

  /** A twin that reads a row. */
  public static class Rows extends Proven {
    @Override
    public void open(TrialServer server, int thread) {}

    int read() {
      return 1;
    }

    @Override
    List<String> once() {
      return List.of(read() + " rows");
    }
  }

  /** The other one. */
  public static class More extends Rows {
    @Override
    int read() {
      return 2;
    }
  }
}
