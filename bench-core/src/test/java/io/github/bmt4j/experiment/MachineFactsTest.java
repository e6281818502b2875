package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineFactsTest {
  /** The first start of a build has no archive of classes, and later ones have. */
  @Test
  void theLaunchersArchiveIsNoConditionOfARun() {
    List<String> first = List.of("-Xmn32m", "-Xlog:gc+ergo=off");
    List<String> second =
        List.of(
            "-Xmn32m",
            "-Xlog:gc+ergo=off",
            "-Xlog:cds*=off",
            "-XX:SharedArchiveFile=/home/guest/1.jsa",
            "-Dbmt.archive=/home/guest/1.jsa");

    assertThat(MachineFacts.jvm(second))
        .isEqualTo(MachineFacts.jvm(first))
        .endsWith(" -Xmn32m -Xlog:gc+ergo=off");
  }
}
