package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A result for people. Text, Markdown and page are made from it, and so show the same figures.
 *
 * @param headline the answer, in a sentence without a full stop
 * @param measured the headline without the reasons against using the result; empty without figures
 * @param tone of the headline; BAD for an INVALID or FAILED result
 * @param setup setup: the work and its servers
 * @param status "VALID" or "INVALID"
 * @param reasons reasons why it is INVALID
 * @param failed checks that the figures fail, VALID or not, such as a limit that the user set
 * @param cards the main figures, the most important first
 * @param parts lines that were shown of each part when it ended
 * @param figures of the whole
 * @param findings findings, one for each cause of which the result has evidence
 * @param notes notes that qualify the figures
 * @param omitted omissions of a page, because a file is missing
 */
public record Description(
    String headline,
    @JsonIgnore String measured,
    Tone tone,
    Setup setup,
    String status,
    List<String> reasons,
    List<String> failed,
    List<Card> cards,
    List<Block> parts,
    List<Block> figures,
    List<Finding> findings,
    List<String> notes,
    List<String> omitted) {
  public Description {
    reasons = List.copyOf(reasons);
    failed = List.copyOf(failed);
    cards = List.copyOf(cards);
    parts = List.copyOf(parts);
    figures = List.copyOf(figures);
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
    omitted = List.copyOf(omitted);
  }

  /** "VALID", "INVALID", or "FAILED" if the figures may be used but fail a check. */
  @JsonProperty
  public String outcome() {
    return reasons.isEmpty() && !failed.isEmpty() ? "FAILED" : status;
  }

  /** The blocks of a type: first of the parts, then of the figures. */
  public <B extends Block> List<B> all(Class<B> type) {
    return Stream.concat(parts.stream(), figures.stream())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  /** Composes the description of a result. */
  public static final class Builder {
    private final Setup setup;
    private final List<Card> cards = new ArrayList<>();
    private final List<Block> parts = new ArrayList<>();
    private final List<Block> figures = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> omitted = new ArrayList<>();
    private @Nullable String sentence;
    private Tone tone = Tone.PLAIN;

    public Builder(Setup setup) {
      this.setup = setup;
    }

    /**
     * Sets the answer, a sentence without a full stop.
     *
     * @param shade of a result that is VALID and fails no check
     */
    public Builder headline(String words, Tone shade) {
      this.sentence = words;
      this.tone = shade;
      return this;
    }

    public Builder card(String label, String value, String small) {
      cards.add(new Card(label, value, small));
      return this;
    }

    /** Adds a block that was shown when a part ended. */
    public Builder part(Block block) {
      return add(parts, block);
    }

    /** Adds a block; an empty block is left out. */
    public Builder figure(Block block) {
      return add(figures, block);
    }

    /** Adds a line to the figures, below earlier lines. */
    public Builder fact(String label, String text) {
      Block last = figures.isEmpty() ? null : figures.get(figures.size() - 1);
      List<Fact> facts = new ArrayList<>();
      if (last instanceof Facts before) {
        facts.addAll(before.facts());
        figures.remove(figures.size() - 1);
      }
      facts.add(new Fact(label, text));
      figures.add(new Facts(facts));
      return this;
    }

    public Builder finding(Finding finding) {
      findings.add(finding);
      return this;
    }

    public Builder notes(List<String> more) {
      notes.addAll(more);
      return this;
    }

    /** Adds what a page cannot show. */
    public Builder omitted(String what) {
      omitted.add(what);
      return this;
    }

    private Builder add(List<Block> blocks, Block block) {
      boolean empty =
          (block instanceof Grid grid && grid.rows().isEmpty())
              || (block instanceof Chart chart && !chart.drawn())
              || (block instanceof Facts facts && facts.facts().isEmpty())
              || (block instanceof Bar bar && bar.segments().isEmpty())
              || (block instanceof Timeline timeline && timeline.marks().isEmpty());
      if (!empty) {
        blocks.add(block);
      }
      return this;
    }

    /**
     * The description. The headline of a result that must not be used, or fails a check, begins
     * with that and has the tone BAD. A sentence that is already BAD says itself what failed.
     *
     * @param status "VALID" or "INVALID"
     */
    public Description judged(String status, List<String> reasons, List<String> failed) {
      String first =
          !status.equals("VALID")
              ? "Do not use these figures: " + first(reasons, "they are INVALID")
              : failed.isEmpty() ? "" : "FAILED: " + first(failed, "");
      String words = Objects.requireNonNullElse(sentence, "");
      boolean said = status.equals("VALID") && !failed.isEmpty() && tone == Tone.BAD;
      String whole =
          said
              ? "FAILED: " + words
              : Stream.of(first, words)
                  .filter(part -> !part.isEmpty())
                  .collect(Collectors.joining(". Measured: "));
      return new Description(
          whole.isEmpty() ? setup.title() : whole,
          words,
          first.isEmpty() ? tone : Tone.BAD,
          setup,
          status,
          reasons,
          failed,
          cards,
          parts,
          figures,
          findings,
          notes,
          omitted);
    }

    private static String first(List<String> reasons, String none) {
      return reasons.isEmpty()
          ? none
          : reasons.get(0)
              + (reasons.size() == 1 ? "" : " (and " + (reasons.size() - 1) + " more)");
    }
  }
}
