package io.github.bmt4j.html;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.bmt4j.compare.Answer;
import io.github.bmt4j.compare.Comparison;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import io.github.bmt4j.compare.Ranking;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.Piece.Banner;
import io.github.bmt4j.html.Piece.Chip;
import io.github.bmt4j.html.Piece.Folded;
import io.github.bmt4j.html.Piece.Heading;
import io.github.bmt4j.html.Piece.Link;
import io.github.bmt4j.html.Piece.Pre;
import io.github.bmt4j.html.Piece.Sure;
import io.github.bmt4j.html.Piece.Text;
import io.github.bmt4j.html.Piece.What;
import io.github.bmt4j.report.Bar;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Facts;
import io.github.bmt4j.report.Finding;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Timeline;
import io.github.bmt4j.report.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pieces of a part of a page, in the order of a reader's questions. */
final class PartPage {
  private static final int COLUMNS = 100;

  /** More figures of a comparison are shown on demand. */
  private static final int MOST_FIGURES = 8;

  /** A longer table of published figures is shown on demand: the charts have its curves. */
  private static final int MOST_PUBLISHED = 16;

  private final Part part;
  private final int number;
  private final List<Shown> shown;
  private final List<Comparison> comparisons;
  private final List<String> obstacles;
  private final Answer answer;

  PartPage(Part part, int number, Consumer<String> problems) {
    this.part = part;
    this.number = number;
    List<Side> sides = part.sides();
    shown = Shown.of(sides);
    shown.forEach(one -> one.description().omitted().forEach(problems));
    comparisons = Comparison.withFirst(sides);
    obstacles = Comparison.obstacles(comparisons);
    Description first = shown.get(0).description();
    answer =
        shown.size() == 1
            ? new Answer(first.headline(), first.outcome(), first.tone())
            : comparisons.isEmpty() ? Answer.of(sides.get(0)) : Answer.of(comparisons);
  }

  String headline() {
    return answer.sentence();
  }

  /** BAD also if a result must not be used or fails a check. */
  String tone() {
    return (bad() ? Tone.BAD : answer.tone()).name();
  }

  private boolean bad() {
    return shown.stream().anyMatch(one -> !one.description().outcome().equals("VALID"));
  }

  Link link() {
    return new Link("part" + number, part.title() + ": " + headline(), outcome());
  }

  private String outcome() {
    return Stream.of("INVALID", "FAILED")
        .filter(word -> shown.stream().anyMatch(one -> one.description().outcome().equals(word)))
        .findFirst()
        .orElse("VALID");
  }

  List<Object> pieces(boolean alone) {
    List<Object> pieces = new ArrayList<>();
    String colour = !comparisons.isEmpty() && !bad() ? "" : tone();
    if (alone) {
      pieces.add(new What(Conditioned.what(shown)));
      String tone = colour.equals("BAD") ? colour : "";
      boolean invalid = shown.size() == 1 && outcome().equals("INVALID");
      boolean unusable = invalid || !obstacles.isEmpty();
      String title = unusable ? Headlines.judgement(headline()) : Headlines.first(headline());
      pieces.add(new Heading(1, title, tone, null));
      // The banner has the reasons.
      String rest = unusable ? measured() : Headlines.rest(headline());
      if (!rest.isEmpty()) {
        pieces.add(new Text(rest, tone));
      }
    } else {
      pieces.add(new Heading(2, part.title(), "", "part" + number));
      pieces.add(new Text(headline(), colour.equals("BAD") ? colour : ""));
      pieces.add(new What(Conditioned.what(shown)));
    }
    pieces.add(sure());
    pieces.addAll(banners());
    first(pieces);
    if (!comparisons.isEmpty()) {
      Conditioned.add(pieces, part.sides());
    }
    happened(pieces);
    published(pieces);
    changes(pieces);
    trusted(pieces);
    List<Chart> charts = Charts.of(shown, part.published());
    charts(pieces, charts.stream().filter(one -> !one.aside()).toList());
    runs(pieces);
    aside(pieces, charts.stream().filter(Chart::aside).toList());
    full(pieces);
    return pieces;
  }

  /** Figures of a result that must not be used; empty otherwise, and for several results. */
  private String measured() {
    String measured = shown.get(0).description().measured();
    return shown.size() == 1 && !measured.isEmpty() ? "Measured: " + measured : "";
  }

  private Sure sure() {
    long valid = shown.stream().filter(one -> one.description().outcome().equals("VALID")).count();
    List<Chip> chips = new ArrayList<>();
    if (shown.size() == 1) {
      boolean good = valid == 1 && answer.tone() != Tone.BAD;
      chips.add(new Chip(outcome(), valid == 0 ? "BAD" : good ? "GOOD" : "PLAIN"));
      Shown one = shown.get(0);
      return new Sure(chips, one.stored().result().id() + ", " + one.stored().began() + " UTC");
    }
    if (!comparisons.isEmpty()) {
      Tone tone = bad() && answer.tone() == Tone.GOOD ? Tone.PLAIN : answer.tone();
      chips.add(new Chip(answer.verdict(), tone.name()));
    }
    chips.add(
        new Chip(
            words("%d of %d VALID", valid, shown.size()), valid == shown.size() ? "GOOD" : "BAD"));
    return new Sure(chips, comparisons.isEmpty() ? "" : comparisons.get(0).order());
  }

  /** Banners of INVALID and FAILED results, the reasons of several results by their kind. */
  private List<Banner> banners() {
    List<Banner> banners = new ArrayList<>();
    List<String> why = Shown.reasons(shown, Description::reasons);
    comparisons.stream()
        .flatMap(one -> one.differing().stream())
        .filter(one -> one.otherWork() && !obstacles.isEmpty())
        .map(one -> "other work: " + one.text())
        .distinct()
        .forEach(why::add);
    if (!why.isEmpty()) {
      String title =
          obstacles.isEmpty()
              ? "INVALID: do not use these figures"
              : "Not compared: a change would be misleading";
      banners.add(new Banner(title, why));
    }
    List<String> failed = Shown.reasons(shown, Description::failed);
    if (!failed.isEmpty()) {
      banners.add(new Banner("FAILED", failed));
    }
    return banners;
  }

  /** The one picture: the change of each figure, or the main figures of one result. */
  private void first(List<Object> pieces) {
    if (obstacles.isEmpty()) {
      for (Comparison one : comparisons) {
        if (comparisons.size() > 1) {
          pieces.add(new Heading(ComparedFigures.title(one)));
        }
        List<Row> rows = one.rows();
        pieces.add(
            ComparedFigures.intervals(one, rows.subList(0, Math.min(MOST_FIGURES, rows.size()))));
        if (rows.size() > MOST_FIGURES) {
          List<Row> more = rows.subList(MOST_FIGURES, rows.size());
          pieces.add(
              new Folded(
                  counted(more.size(), "more figure"),
                  List.of(ComparedFigures.intervals(one, more))));
        }
      }
      if (comparisons.size() > 1 && comparisons.stream().noneMatch(one -> one.rows().isEmpty())) {
        pieces.add(new Heading("Places"));
        pieces.add(new Pre(Ranking.of(comparisons)));
      }
    }
    if (shown.size() == 1) {
      Description one = shown.get(0).description();
      pieces.addAll(one.all(Bar.class));
      if (!one.cards().isEmpty()) {
        pieces.add(new Piece.Cards(one.cards()));
      }
    } else if (comparisons.isEmpty() || !obstacles.isEmpty()) {
      pieces.add(ComparedFigures.ofSides(part.sides()));
    }
  }

  /** Timelines: the first of each side at once, the others on demand. */
  private void happened(List<Object> pieces) {
    List<Object> first = new ArrayList<>();
    List<Object> others = new ArrayList<>();
    int side = -1;
    for (Shown one : shown) {
      for (Timeline timeline : one.description().all(Timeline.class)) {
        Timeline named =
            new Timeline(
                one.alone() ? timeline.title() : one.name() + " " + timeline.title(),
                timeline.from(),
                timeline.to(),
                timeline.zero(),
                timeline.lanes(),
                timeline.marks());
        (side < one.side() ? first : others).add(named);
        side = Math.max(side, one.side());
      }
    }
    section(pieces, "What happened", first);
    if (!others.isEmpty()) {
      pieces.add(new Folded(counted(others.size(), "more timeline"), others));
    }
  }

  private void published(List<Object> pieces) {
    Published published = part.published();
    if (published != null) {
      pieces.add(new Heading("Next to the published figures"));
      Grid table = PublishedFigures.table(published, part.sides());
      pieces.add(
          table.rows().size() <= MOST_PUBLISHED
              ? table
              : new Folded(counted(table.rows().size(), "published figure"), List.of(table)));
      pieces.add(
          new Text(
              "Measured by others, on other machines with other versions. " + published.source(),
              "dim"));
    }
  }

  private void changes(List<Object> pieces) {
    Map<String, Finding> findings = new LinkedHashMap<>();
    shown.stream()
        .flatMap(one -> one.description().findings().stream())
        .forEach(finding -> findings.putIfAbsent(finding.text(), finding));
    if (!findings.isEmpty()) {
      pieces.add(new Heading("What to change"));
      pieces.add(new Piece.Findings(List.copyOf(findings.values())));
    }
  }

  /**
   * Reasons of INVALID results; notes, once if they differ only in numbers; and the change that the
   * comparison could have shown.
   */
  private void trusted(List<Object> pieces) {
    Map<String, List<String>> notes =
        shown.stream()
            .flatMap(one -> one.description().notes().stream())
            .collect(
                Collectors.groupingBy(
                    note -> note.replaceAll("[\\d.,]+", "#"),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Object> texts = new ArrayList<>();
    Shown.reasons(shown, Description::reasons)
        .forEach(why -> texts.add(new Text("INVALID: " + why, "BAD")));
    if (obstacles.isEmpty()) {
      comparisons.forEach(
          one -> texts.add(new Text(ComparedFigures.title(one) + ": " + one.order() + ".", "")));
    }
    notes.forEach(
        (key, all) -> {
          boolean every = all.size() == shown.size();
          String some = every ? "" : words(" (in %d of %d runs)", all.size(), shown.size());
          texts.add(new Text(all.get(0) + (shown.size() == 1 ? "" : some), ""));
        });
    section(pieces, "Can it be trusted?", texts);
  }

  /** Charts of the context, folded, each with the medians of its lines. */
  private void aside(List<Object> pieces, List<Chart> charts) {
    section(
        pieces,
        "Beside the load",
        charts.stream()
            .map(
                chart ->
                    new Folded(
                        chart.title() + Charts.finding(chart), List.of(new Drawn(number, chart))))
            .toList());
  }

  /** Adds pieces under a heading, if there are any. */
  private static void section(List<Object> pieces, String title, List<?> more) {
    if (!more.isEmpty()) {
      pieces.add(new Heading(title));
      pieces.addAll(more);
    }
  }

  private void charts(List<Object> pieces, List<Chart> charts) {
    if (charts.isEmpty()) {
      return;
    }
    pieces.add(new Heading("Charts"));
    pieces.add(
        new Text(
            (shown.size() > part.sides().size()
                    ? "Lines are medians of the runs of a side, the areas around them their range. "
                    : "")
                + "Drag to zoom, double-click to show all; charts over the same time share cursor "
                + "and zoom. Keys: arrows, shift and arrows, +, -, 0.",
            "dim keys"));
    charts.forEach(chart -> pieces.add(new Drawn(number, chart)));
  }

  /** Each run in a line; for a single result, its whole description. */
  private void runs(List<Object> pieces) {
    if (shown.size() > 1) {
      pieces.add(new Heading("Each run"));
      pieces.add(ComparedFigures.ofRuns(shown));
      return;
    }
    Description only = shown.get(0).description();
    section(
        pieces,
        "Figures",
        Stream.concat(only.parts().stream(), only.figures().stream())
            .filter(block -> block instanceof Facts || block instanceof Grid)
            .toList());
  }

  private void full(List<Object> pieces) {
    pieces.add(new Heading("In full"));
    if (obstacles.isEmpty()) {
      comparisons.forEach(
          one ->
              pieces.add(
                  new Folded(ComparedFigures.title(one) + ": all figures", List.of(one.grid()))));
    }
    pieces.add(Conditioned.all(part.sides(), shown.size()));
    for (Shown one : shown) {
      List<Object> whole = new ArrayList<>();
      if (shown.size() > 1) {
        one.description().all(Grid.class).stream()
            .filter(grid -> !grid.title().isEmpty())
            .forEach(whole::add);
      }
      whole.add(new Pre(one.stored().text(COLUMNS)));
      String name = one.alone() ? "Result " : one.name() + ", result ";
      pieces.add(new Folded(name + one.stored().result().id() + " as text", whole));
    }
  }

  /** A chart of a part: charts of other parts have another time. */
  record Drawn(int part, @JsonUnwrapped Chart chart) {}

  static @Nullable Fact fact(Shown one, String label) {
    return one.description().setup().facts().stream()
        .filter(fact -> fact.label().equals(label))
        .findFirst()
        .orElse(null);
  }
}
