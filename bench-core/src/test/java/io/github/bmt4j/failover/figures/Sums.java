package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failover.figures.FailoverFigures.OtherStalls;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    for (List<String> words : List.of(repetition.notes(), repetition.verdict().texts())) {
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

  /** The numbers of stored figures, by the paths of their keys. */
  public static Map<String, Double> values(FailoverFigures figures) {
    Map<String, Double> values = new LinkedHashMap<>();
    put(values, "", ResultJson.tree(figures));
    return values;
  }

  private static void put(Map<String, Double> values, String name, JsonNode node) {
    if (node.isNumber()) {
      values.put(name, node.doubleValue());
    }
    String before = name.isEmpty() ? "" : name + ".";
    node.properties().forEach(one -> put(values, before + one.getKey(), one.getValue()));
  }

  /** Checks figures; returns them. */
  public static FailoverFigures checked(FailoverFigures figures) {
    Map<String, Double> values = values(figures);
    Double outage = figures.writeOutageMs();
    Double server = figures.serverOutageMs();
    Double client = figures.clientAddedMs();
    assertThat(server == null).as("both parts, or none").isEqualTo(client == null);
    if (server != null) {
      assertThat(server + Objects.requireNonNullElse(figures.pathMs(), 0.0) + client)
          .as("parts of the outage")
          .isCloseTo(outage, Assertions.within(PRECISE_MS));
      assertThat(server).isNotNegative();
      assertThat(client)
          .isBetween(
              figures.clientAdded().fromMs() - PRECISE_MS,
              figures.clientAdded().toMs() + PRECISE_MS);
    }
    within(values, "client.between", "writes.outageMs");
    if (values.containsKey("writes.outageAtLeastMs")) {
      assertThat(outage).isNull();
      assertThat(
              values.getOrDefault("server.outageAtLeastMs", 0.0)
                  + values.getOrDefault("client.addedAtLeastMs", 0.0))
          .isLessThanOrEqualTo(values.get("writes.outageAtLeastMs") + PRECISE_MS);
    }
    stalls(figures, values);
    atMost(values, "server.outages.longestMs", "server.outages.sumMs");
    assertThat(values.getOrDefault("writes.unavailability", 0.0)).isBetween(0.0, 1.0);
    atMost(values, "attempts.stuck.hung", "attempts.stuck.operations");
    return figures;
  }

  private static void atMost(Map<String, Double> values, String part, String whole) {
    if (values.containsKey(part) && values.containsKey(whole)) {
      assertThat(values.get(part)).as(part).isLessThanOrEqualTo(values.get(whole) + PRECISE_MS);
    }
  }

  private static void stalls(FailoverFigures figures, Map<String, Double> values) {
    OtherStalls others = figures.otherStalls();
    double main = Objects.requireNonNullElse(figures.writeOutageOrBoundMs(), 0.0);
    double rest = others == null ? 0 : others.sumMs();
    if (others != null) {
      assertThat(others.number()).isPositive();
      assertThat(others.longestMs())
          .isBetween(rest / others.number() - PRECISE_MS, rest + PRECISE_MS);
    }
    if (figures.writes() != null) {
      assertThat(figures.writes().stalls().number())
          .isEqualTo((main > 0 ? 1 : 0) + (others == null ? 0 : others.number()));
      assertThat(values.getOrDefault("writes.stalls.withoutErrorMs", 0.0))
          .isLessThanOrEqualTo(main + rest + PRECISE_MS);
      Double degraded = FailoverFigures.DEGRADED.of(figures);
      if (degraded != null) {
        assertThat(degraded).isGreaterThanOrEqualTo(main + rest - PRECISE_MS);
      }
    }
    Double sum = values.get("writes.stalls.sumMs");
    if (sum != null) {
      assertThat(main + rest).isCloseTo(sum, Assertions.within(PRECISE_MS));
      within(values, "client.betweenInAll", "writes.stalls.sumMs");
    }
  }

  private static void within(Map<String, Double> values, String part, String whole) {
    assertThat(values.getOrDefault(part + ".fromMs", 0.0)).isNotNegative();
    atMost(values, part + ".fromMs", part + ".toMs");
    atMost(values, part + ".toMs", whole);
  }
}
