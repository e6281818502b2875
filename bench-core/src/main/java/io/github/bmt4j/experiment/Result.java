package io.github.bmt4j.experiment;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.github.bmt4j.report.Reason;
import java.util.List;

/**
 * Result of an experiment, as it is stored in {@code result.json}. Every kind of experiment has a
 * record of its own; these are its first keys.
 */
@JsonPropertyOrder({"schema", "kind"})
@JsonIgnoreProperties(
    value = {"schema", "kind"},
    allowGetters = true)
public interface Result {
  /** Version of the stored form of all kinds. */
  int SCHEMA = 4;

  @JsonProperty
  default int schema() {
    return SCHEMA;
  }

  /** Name of its {@link ResultKind}. */
  @JsonProperty
  default String kind() {
    return ResultKind.nameOf(getClass());
  }

  /** Eight hexadecimal digits, part of the folder's name. */
  String id();

  Verdict verdict();

  /** Notes that qualify the figures. */
  List<String> warnings();

  /** Checks that the figures fail, VALID or not, such as a limit that the user set. */
  default List<String> failedChecks() {
    return List.of();
  }

  /** The checks that it passed, as far as its kind names them, and those that it failed. */
  default List<Check> checks() {
    return failedChecks().stream().map(failure -> new Check(failure, failure)).toList();
  }

  /** Returns true if it was measured for long enough to judge its client. */
  default boolean longEnough() {
    return true;
  }

  default boolean passed() {
    return verdict().valid() && failedChecks().isEmpty();
  }

  /** The same result, INVALID for one more reason. */
  static <R extends Result> R invalid(R result, Reason reason) {
    return ResultJson.with(result, result.verdict().and(reason));
  }
}
