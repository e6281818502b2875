package io.github.bmt4j.experiment;

import io.github.bmt4j.report.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * The judgement on a result.
 *
 * @param reasons reasons why it is INVALID; empty when it is VALID
 */
public record Verdict(Status status, List<Reason> reasons) {
  /** Usability of figures. */
  public enum Status {
    VALID,
    INVALID
  }

  public static Verdict of(List<Reason> reasons) {
    return new Verdict(reasons.isEmpty() ? Status.VALID : Status.INVALID, List.copyOf(reasons));
  }

  /** The reasons for people. */
  public List<String> texts() {
    return reasons.stream().map(Reason::text).toList();
  }

  public boolean has(Reason.Code code) {
    return reasons.stream().anyMatch(reason -> reason.code() == code);
  }

  /** Returns true if the result is INVALID for reasons of this kind alone. */
  public boolean isOnly(Reason.Code code) {
    return !valid() && reasons.stream().allMatch(reason -> reason.code() == code);
  }

  /** The verdict INVALID with one more reason, which goes first: it concerns the whole result. */
  Verdict and(Reason reason) {
    List<Reason> more = new ArrayList<>(List.of(reason));
    more.addAll(reasons);
    return of(more);
  }

  boolean valid() {
    return status == Status.VALID;
  }
}
