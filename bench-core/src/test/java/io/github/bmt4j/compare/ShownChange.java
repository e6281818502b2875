package io.github.bmt4j.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.compare.Comparison.Row;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether the values of A and B that a reader sees give the change that stands beside them. */
public final class ShownChange {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[\\d,]+(?:\\.\\d+)?(?:e[-+]?\\d+)?");

  private ShownChange() {}

  /** Fails for a row of which text, CSV or the unrounded values contradict themselves. */
  public static void check(Comparison comparison) {
    for (Row row : comparison.rows()) {
      Double change = row.change();
      cells(row.cells());
      Double a = row.valueA();
      if (change != null && a != null && a != 0) {
        assertThat(Objects.requireNonNull(row.valueB()) / a - 1)
            .as(row.figure())
            .isCloseTo(change, within(1e-9));
      }
    }
    csv(ComparisonCsv.of(List.of(comparison)));
  }

  /** The cells of a row: figure, A, B, change, …. */
  public static void cells(List<String> cells) {
    if (!cells.get(3).endsWith(" %") || number(cells.get(1)).signum() == 0) {
      return;
    }
    double a = number(cells.get(1)).doubleValue();
    double b = number(cells.get(2)).doubleValue();
    double ofA = half(cells.get(1));
    double ofB = half(cells.get(2));
    double low = 100 * ((b - ofB) / (a + ofA) - 1);
    double high = a <= ofA ? Double.POSITIVE_INFINITY : 100 * ((b + ofB) / (a - ofA) - 1);
    assertThat(number(cells.get(3)).doubleValue())
        .as("%s", cells)
        .isBetween(low - 0.0501, high + 0.0501);
  }

  private static void csv(String csv) {
    // A quoted name may have commas and line breaks.
    for (String line : csv.replaceAll("\"(?:[^\"]|\"\")*\"", "name").lines().toList()) {
      String[] cells = line.split(",", -1);
      if (cells.length > 7
          && cells[7].matches("-?[\\d.E-]+")
          && Double.parseDouble(cells[5]) != 0) {
        assertThat(100 * (Double.parseDouble(cells[6]) / Double.parseDouble(cells[5]) - 1))
            .as(line)
            .isCloseTo(Double.parseDouble(cells[7]), within(1e-6));
      }
    }
  }

  /** Half a unit of the last digit that is shown. */
  private static double half(String shown) {
    return number(shown).ulp().doubleValue() / 2;
  }

  private static BigDecimal number(String shown) {
    Matcher number = NUMBER.matcher(shown);
    assertThat(number.find()).as(shown).isTrue();
    return new BigDecimal(number.group().replace(",", ""));
  }
}
