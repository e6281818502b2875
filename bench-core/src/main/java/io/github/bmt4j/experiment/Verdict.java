package io.github.bmt4j.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * The judgement on a result.
 *
 * @param reasons reasons why it is INVALID; empty when it is VALID
 */
public record Verdict(Status status, List<String> reasons) {
  /** Usability of figures. */
  public enum Status {
    VALID,
    INVALID
  }

  public static Verdict of(List<String> reasons) {
    return new Verdict(reasons.isEmpty() ? Status.VALID : Status.INVALID, List.copyOf(reasons));
  }

  /** INVALID for one more reason, which goes first: it is about the whole result. */
  Verdict and(String reason) {
    List<String> more = new ArrayList<>(List.of(reason));
    more.addAll(reasons);
    return of(more);
  }

  boolean valid() {
    return status == Status.VALID;
  }
}
