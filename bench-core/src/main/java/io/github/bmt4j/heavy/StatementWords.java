package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What became of a heavy statement, in words. */
final class StatementWords {
  private StatementWords() {}

  static String outcome(Execution execution) {
    StatementOutcome outcome = execution.ending();
    if (!outcome.done()) {
      return ending(outcome) + missing(execution);
    }
    StatementEvidence evidence = execution.evidence();
    return words(
        "%12s ms%s, %,d rows%s",
        millis(execution.lastRowMs()),
        execution.firstRowMs() == null
            ? ""
            : ", first row " + millis(execution.firstRowMs()) + " ms",
        execution.rows(),
        evidence == null ? "" : ", " + place(evidence.place()));
  }

  static String missing(Execution execution) {
    if (execution.pieces().isEmpty()) {
      return "";
    }
    return words(
        "; %d of %d pieces were done, missing: %s",
        execution.pieces().size() - execution.missing().size(),
        execution.pieces().size(),
        execution.missing().stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  static String ending(StatementOutcome outcome) {
    StringBuilder text = new StringBuilder(outcome.outcome().word());
    if (outcome.afterMs() != null) {
      text.append(" after ").append(millis(outcome.afterMs())).append(" ms");
    }
    if (outcome.code() != null) {
      text.append(", error ").append(outcome.code());
    }
    if (outcome.message() != null) {
      text.append(": ").append(outcome.message());
    }
    return text.toString();
  }

  static String place(@Nullable Place place) {
    if (place == null) {
      return "place not known";
    }
    return switch (place) {
      case MEMORY -> "in memory";
      case SPILLED -> "spilled to disk";
      case TABLESPACE -> "in the temporary tablespace";
      case MIXED -> "in memory or spilled, not always the same";
    };
  }

  static String millis(@Nullable Double millis) {
    return number("%,.1f", millis);
  }
}
