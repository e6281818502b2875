package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.workload.LastWrite;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadBackTest {
  @Test
  void readsTheLastOnesAndAnyOfTheOthers() {
    List<LastWrite> all = writes(200);
    Set<LastWrite> drawn = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      List<LastWrite> sample = ReadBack.sample(all, new Random(seed));

      assertThat(sample).hasSize(64).doesNotHaveDuplicates().containsAll(all.subList(184, 200));
      drawn.addAll(sample);
    }
    assertThat(drawn).hasSameSizeAs(all);
  }

  @Test
  void readsAllOfFew() {
    for (int count : new int[] {0, 1, 16, 17, 64}) {
      List<LastWrite> all = writes(count);

      assertThat(ReadBack.sample(all, new Random(count))).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  private static List<LastWrite> writes(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> new LastWrite("SELECT " + number, "", true))
        .toList();
  }
}
