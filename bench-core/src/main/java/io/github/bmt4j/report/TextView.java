package io.github.bmt4j.report;

import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A description as text, with a newline after each line; tables leave out columns that do not fit.
 */
public final class TextView {
  private static final String INDENT = "  ";

  private static final int WIDTH = 14;

  private TextView() {}

  /**
   * The whole description.
   *
   * @param columns of a line
   */
  public static String whole(Description result, int columns) {
    String parts = blocks(result.parts(), columns);
    return result.headline()
        + "\n\n"
        + result.setup().text()
        + (parts.isEmpty() ? "" : "\n" + parts)
        + "\n"
        + outcome(result, columns);
  }

  /** The result in text without setup and parts, which were shown before. */
  public static String summary(Description result, int columns) {
    return "\n" + result.headline() + "\n\n" + outcome(result, columns);
  }

  /** Verdict, reasons, and notes to bear in mind when reading the figures. */
  public static String judgement(Description result) {
    return verdict(result) + lines("note     ", result.notes());
  }

  private static String outcome(Description result, int columns) {
    return verdict(result)
        + blocks(result.figures(), columns)
        + lines("note     ", result.notes())
        + lines("change   ", result.findings().stream().map(Finding::text).toList());
  }

  private static String verdict(Description result) {
    return (result.outcome().equals("FAILED") ? "" : result.status() + "\n")
        + lines("         because: ", result.reasons())
        + lines("FAILED   ", result.failed());
  }

  private static String lines(String label, List<String> texts) {
    return texts.stream().map(text -> label + text + "\n").collect(Collectors.joining());
  }

  static String labelled(List<Fact> facts) {
    return facts.stream()
        .map(fact -> line("%-8s %s", fact.label(), fact.text()))
        .collect(Collectors.joining());
  }

  private static String blocks(List<Block> blocks, int columns) {
    Optional<Block> timeline = blocks.stream().filter(Timeline.class::isInstance).findFirst();
    return blocks.stream()
        .filter(block -> !(block instanceof Timeline) || block == timeline.orElse(null))
        .map(block -> block(block, columns))
        .collect(Collectors.joining());
  }

  /** A block; nothing for a block that only a page shows. */
  public static String block(Block block, int columns) {
    if (block instanceof Grid grid) {
      return indented(grid.text(columns - INDENT.length()));
    }
    if (block instanceof Facts facts) {
      return facts.facts().stream().map(TextView::fact).collect(Collectors.joining());
    }
    if (block instanceof Sketch sketch) {
      return sketch.lines().apply(columns);
    }
    if (block instanceof Bar bar) {
      return INDENT + bar.text() + "\n";
    }
    return block instanceof Timeline timeline ? timeline(timeline) : "";
  }

  private static String fact(Fact fact) {
    int spare = fact.text().length() - fact.text().stripLeading().length();
    int over = Math.min(spare, Math.max(0, fact.label().length() - WIDTH));
    return line("  %-" + WIDTH + "s %s", fact.label(), fact.text().substring(over));
  }

  private static String timeline(Timeline timeline) {
    return line("\n  %s, in ms from the %s", timeline.title(), timeline.zero())
        + timeline.marks().stream()
            .map(
                mark ->
                    words("  %,12.1f  %-16s %s", mark.at(), mark.what(), mark.text())
                            .stripTrailing()
                        + "\n")
            .collect(Collectors.joining())
        + "\n";
  }

  private static String indented(String lines) {
    return lines
        .lines()
        .map(line -> line.isEmpty() ? "\n" : INDENT + line + "\n")
        .collect(Collectors.joining());
  }
}
