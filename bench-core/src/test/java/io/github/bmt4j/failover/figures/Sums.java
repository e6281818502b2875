package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.NullUnmarked;

/** Parts of a failover's figures add up to their whole, and never exceed it. */
@NullUnmarked
public final class Sums {
  private static final double PRECISE_MS = 0.001;
  private static final Pattern PART =
      Pattern.compile("([0-9,.]+) ms of the (?:\\w+ )?outage of ([0-9,.]+) ms");

  private Sums() {}

  /** Checks a repetition; returns it. */
  public static Repetition checked(Repetition repetition) {
    checked(repetition.figures());
    for (List<String> words : List.of(repetition.notes(), repetition.verdict().reasons())) {
      for (String text : words) {
        Matcher part = PART.matcher(text);
        while (part.find()) {
          assertThat(number(part.group(1))).as(text).isLessThanOrEqualTo(number(part.group(2)) + 1);
        }
        if (text.contains("of the write outage none")
            && repetition.figures().writeOutageMs() != null) {
          Matcher of = Pattern.compile("up to ([0-9,.]+) ms of the write").matcher(text);
          assertThat(of.find()).as(text).isTrue();
          assertThat(number(of.group(1)))
              .isLessThanOrEqualTo(repetition.figures().writeOutageMs() + 0.1);
        }
      }
    }
    return repetition;
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  /** Checks figures; returns them. */
  public static FailoverFigures checked(FailoverFigures figures) {
    Double outage = figures.writeOutageMs();
    Double server = figures.serverOutageMs();
    Double client = figures.clientAddedOutageMs();
    assertThat(server == null).as("both parts, or none").isEqualTo(client == null);
    if (server != null) {
      assertThat(server + client)
          .as("parts of the outage")
          .isCloseTo(outage, Assertions.within(PRECISE_MS));
      assertThat(server).isNotNegative();
      assertThat(client)
          .isBetween(
              figures.clientAdded().fromMs() - PRECISE_MS,
              figures.clientAdded().toMs() + PRECISE_MS);
    }
    within(figures.clientAdded(), outage);
    if (figures.writeOutageAtLeastMs() != null) {
      assertThat(outage).isNull();
      assertThat(
              Objects.requireNonNullElse(figures.serverOutageAtLeastMs(), 0.0)
                  + Objects.requireNonNullElse(figures.clientAddedOutageAtLeastMs(), 0.0))
          .isLessThanOrEqualTo(figures.writeOutageAtLeastMs() + PRECISE_MS);
    }
    stalls(figures);
    if (figures.serverOutages() != null && figures.serverOutages().sumMs() != null) {
      assertThat(figures.serverOutages().longestMs())
          .isLessThanOrEqualTo(figures.serverOutages().sumMs() + PRECISE_MS);
    }
    if (figures.unavailability() != null) {
      assertThat(figures.unavailability()).isBetween(0.0, 1.0);
    }
    if (figures.stuck() != null) {
      assertThat(figures.stuck().hung()).isBetween(0L, figures.stuck().operations());
    }
    return figures;
  }

  private static void stalls(FailoverFigures figures) {
    OtherStalls others = figures.otherStalls();
    double main = Objects.requireNonNullElse(figures.writeOutageOrBoundMs(), 0.0);
    double rest = others == null ? 0 : others.sumMs();
    if (others != null) {
      assertThat(others.number()).isPositive();
      assertThat(others.longestMs())
          .isBetween(rest / others.number() - PRECISE_MS, rest + PRECISE_MS);
    }
    if (figures.writeOutages() != null) {
      assertThat(figures.writeOutages().number())
          .isEqualTo((main > 0 ? 1 : 0) + (others == null ? 0 : others.number()));
      if (figures.writeOutages().withoutErrorMs() != null) {
        assertThat(figures.writeOutages().withoutErrorMs())
            .isLessThanOrEqualTo(main + rest + PRECISE_MS);
      }
      Double degraded = figures.degradedOrBoundMs();
      if (degraded != null) {
        assertThat(degraded).isGreaterThanOrEqualTo(main + rest - PRECISE_MS);
      }
    }
    if (figures.writeOutageSumMs() != null) {
      assertThat(main + rest).isCloseTo(figures.writeOutageSumMs(), Assertions.within(PRECISE_MS));
      within(figures.clientAddedInAll(), figures.writeOutageSumMs());
    }
  }

  private static void within(ClientAdded part, Double whole) {
    if (part != null) {
      assertThat(part.fromMs()).isBetween(0.0, part.toMs() + PRECISE_MS);
      if (whole != null) {
        assertThat(part.toMs()).isLessThanOrEqualTo(whole + PRECISE_MS);
      }
    }
  }
}
