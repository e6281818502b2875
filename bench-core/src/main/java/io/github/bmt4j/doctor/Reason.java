package io.github.bmt4j.doctor;

import io.github.bmt4j.measure.Failure;
import io.github.bmt4j.workload.Phase;
import java.sql.SQLException;

/** Why something failed, in the driver's words on one line. */
final class Reason {
  private Reason() {}

  static String of(SQLException failure) {
    Failure classed = Failure.of(failure, Phase.CONNECT);
    String words = classed.message().replaceFirst("^\\(conn=-?\\d+\\) ", "");
    return classed.code() == 0 ? words : words + " (error " + classed.code() + ")";
  }
}
