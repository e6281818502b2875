package io.github.bmt4j.compare;

import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Comparisons as CSV (RFC 4180): a line for each figure of each comparison with the first side. */
public final class ComparisonCsv {
  private static final String HEAD =
      "figure,unit,better,side_a,side_b,a,b,change_percent,low_percent,high_percent,p,n_a,n_b,bounds_a,bounds_b,verdict,shows_from_percent\r\n";

  private ComparisonCsv() {}

  /** The lines, with a header. */
  public static String of(List<Comparison> comparisons) {
    return comparisons.stream()
        .flatMap(one -> one.rows().stream().map(row -> cells(row, one.sides())))
        .map(line -> line.stream().map(ComparisonCsv::cell).collect(Collectors.joining(",")))
        .collect(Collectors.joining("\r\n", HEAD, "\r\n"));
  }

  private static List<@Nullable Object> cells(Row row, List<Side> sides) {
    Difference difference = row.difference();
    return Arrays.asList(
        row.figure(),
        row.a().unit(),
        row.a().better().name().toLowerCase(Locale.ROOT),
        sides.get(0).name(),
        sides.get(1).name(),
        row.valueA(),
        row.valueB(),
        difference == null ? null : percent(difference.change()),
        difference == null ? null : percent(difference.low()),
        difference == null ? null : percent(difference.high()),
        row.p(),
        row.a().samples().size(),
        row.b().samples().size(),
        row.a().bounds(),
        row.b().bounds(),
        row.verdict(),
        difference == null ? null : percent(difference.detectable()));
  }

  private static @Nullable Double percent(double share) {
    return Double.isFinite(share) ? (Double) (100 * share) : null;
  }

  private static String cell(@Nullable Object value) {
    String text = Objects.toString(value, "");
    return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
