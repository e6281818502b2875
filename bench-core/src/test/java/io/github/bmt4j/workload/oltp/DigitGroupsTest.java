package io.github.bmt4j.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DigitGroupsTest {
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<Long> drawn = new ArrayList<>();

  @Test
  void groupsAreTheFirstDecimalsOfTheDraws() {
    DigitGroups groups = new DigitGroups(DigitGroups.PAD);
    for (int round = 0; round < 10_000; round++) {
      drawn.clear();
      assertThat(groups.next(this::draw).toString())
          .isEqualTo(
              drawn.stream().map(DigitGroupsTest::decimals).collect(Collectors.joining("-")));
    }
  }

  private long draw() {
    long draw =
        switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1 -> -1;
          case 2 -> Long.MIN_VALUE;
          default -> random.nextLong();
        };
    drawn.add(draw);
    return draw;
  }

  /** Of the upper 60 bits as a fraction, in exact arithmetic. */
  private static String decimals(long draw) {
    BigInteger fraction = BigInteger.valueOf(draw >>> 4);
    String digits = fraction.multiply(BigInteger.TEN.pow(11)).shiftRight(60).toString();
    return "0".repeat(11 - digits.length()) + digits;
  }
}
