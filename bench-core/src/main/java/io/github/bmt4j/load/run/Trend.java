package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.jspecify.annotations.Nullable;

/**
 * A figure over the time of a run, by periods. Its slope is the median of the slopes between all
 * pairs of periods (Theil 1950, Sen 1968), so that single slow periods do not decide it. Its 95 %
 * interval is Sen's, widened if neighbouring periods resemble each other: the variance is
 * multiplied by (1 + r) / (1 - r), where r is the correlation of neighbours about the slope, if
 * positive (Yue and Wang 2004).
 *
 * @param unit of the figure, 1/s or ms
 * @param periods number of periods with the figure
 * @param deviation standard deviation of the periods
 * @param slopePerHour growth in an hour, in units
 * @param slopeFrom lower end of its 95 % interval
 * @param slopeTo upper end
 * @param below90 periods below 90 % of the median; absent for times
 * @param first mean of the beginning
 * @param last mean of the end
 */
public record Trend(
    String figure,
    String unit,
    int periods,
    double mean,
    double median,
    double min,
    double max,
    double deviation,
    double slopePerHour,
    double slopeFrom,
    double slopeTo,
    @Nullable Integer below90,
    double first,
    double last) {
  private static final double Z95 = 1.959964;
  private static final double LARGEST_CORRELATION = 0.95;
  private static final double LOW = 0.9;

  record Point(double seconds, double value) {}

  static Trend of(String figure, String unit, List<Point> points, double edgeSeconds) {
    double[] values = points.stream().mapToDouble(Point::value).toArray();
    double begin = points.get(0).seconds() + edgeSeconds;
    double end = points.get(points.size() - 1).seconds() - edgeSeconds;
    double median = Median.withDefaults().evaluate(values);
    double[] slopes = slopes(points);
    // Selection instead of sorting: a long run has a quarter of a million slopes, recomputed every
    // minute.
    double slope = Median.withDefaults().withCopy(false).evaluate(slopes);
    double half = halfWidth(points, slope);
    double[] ends =
        Quantile.withDefaults()
            .withCopy(false)
            .with(EstimationMethod.HF1)
            .evaluate(
                slopes,
                share(slopes.length / 2.0 - half, slopes.length),
                share(slopes.length / 2.0 + half + 1, slopes.length));
    return new Trend(
        figure,
        unit,
        values.length,
        round(Mean.of(values).getAsDouble()),
        round(median),
        round(Arrays.stream(values).min().orElseThrow()),
        round(Arrays.stream(values).max().orElseThrow()),
        round(StandardDeviation.of(values).getAsDouble()),
        round(slope),
        round(ends[0]),
        round(ends[1]),
        unit.equals("ms")
            ? null
            : (Integer) (int) Arrays.stream(values).filter(value -> value < LOW * median).count(),
        round(mean(points.stream().filter(point -> point.seconds() < begin).toList())),
        round(mean(points.stream().filter(point -> point.seconds() > end).toList())));
  }

  /** True if the 95 % interval of the slope does not contain 0. */
  @JsonIgnore
  public boolean shown() {
    return slopeFrom > 0 || slopeTo < 0;
  }

  private static double mean(List<Point> points) {
    return points.stream().mapToDouble(Point::value).average().orElseThrow();
  }

  private static double[] slopes(List<Point> points) {
    double[] slopes = new double[points.size() * (points.size() - 1) / 2];
    int count = 0;
    for (int i = 0; i < points.size(); i++) {
      for (int j = i + 1; j < points.size(); j++) {
        double growth = points.get(j).value() - points.get(i).value();
        slopes[count++] = 3600 * growth / (points.get(j).seconds() - points.get(i).seconds());
      }
    }
    return slopes;
  }

  private static double halfWidth(List<Point> points, double slope) {
    double n = points.size();
    double[] rest =
        points.stream()
            .mapToDouble(point -> point.value() - slope * point.seconds() / 3600)
            .toArray();
    double mean = Mean.of(rest).getAsDouble();
    double all = 0;
    double neighbours = 0;
    for (int i = 0; i < rest.length; i++) {
      all += Math.pow(rest[i] - mean, 2);
      neighbours += i == 0 ? 0 : (rest[i] - mean) * (rest[i - 1] - mean);
    }
    double correlation =
        all == 0 ? 0 : Math.min(LARGEST_CORRELATION, Math.max(0, neighbours / all));
    double variance = n * (n - 1) * (2 * n + 5) / 18 * (1 + correlation) / (1 - correlation);
    return Z95 * Math.sqrt(variance) / 2;
  }

  private static double share(double rank, int values) {
    return (Math.max(1, Math.min(values, Math.round(rank))) - 0.5) / values;
  }

  private static double round(double value) {
    return Math.round(value * 1e4) / 1e4;
  }
}
