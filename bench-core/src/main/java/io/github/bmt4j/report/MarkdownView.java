package io.github.bmt4j.report;

import java.util.List;
import java.util.stream.Collectors;

/** A description in Markdown. Charts are left out: tables show the same figures. */
public final class MarkdownView {
  private MarkdownView() {}

  /** The whole description, with a newline after each line. */
  public static String of(Description result) {
    return "## "
        + escaped(result.headline())
        + "\n\n"
        + items(List.of(result.setup().title()))
        + items(result.setup().facts().stream().map(MarkdownView::item).toList())
        + "\n**"
        + result.outcome()
        + "**\n"
        + section("because", result.reasons())
        + section("failed", result.failed())
        + blocks(result.parts())
        + blocks(result.figures())
        + section("Notes", result.notes())
        + section("What to change", result.findings().stream().map(Finding::text).toList());
  }

  private static String item(Fact fact) {
    return fact.label() + ": " + fact.text().strip().replaceAll(" {2,}", "  ");
  }

  private static String items(List<String> texts) {
    return texts.stream().map(text -> "- " + escaped(text) + "\n").collect(Collectors.joining());
  }

  private static String section(String title, List<String> texts) {
    return texts.isEmpty() ? "" : "\n" + title + ":\n\n" + items(texts);
  }

  private static String blocks(List<Block> blocks) {
    return blocks.stream().map(MarkdownView::block).collect(Collectors.joining());
  }

  /** A block, behind an empty line; nothing for a block that Markdown omits. */
  public static String block(Block block) {
    if (block instanceof Grid grid) {
      return (grid.title().isEmpty() ? "\n" : "\n" + escaped(grid.title()) + "\n\n")
          + grid.markdown();
    }
    if (block instanceof Facts facts) {
      return "\n" + items(facts.facts().stream().map(MarkdownView::item).toList());
    }
    if (block instanceof Timeline timeline) {
      return "\n" + escaped(timeline.title()) + "\n\n" + timeline.grid().markdown();
    }
    return block instanceof Bar bar ? "\n- " + escaped(bar.text()) + "\n" : "";
  }

  /** A text in which special characters of Markdown are escaped. */
  public static String escaped(String text) {
    return text.replaceAll("([\\\\`*_<>\\[\\]|])", "\\\\$1");
  }
}
