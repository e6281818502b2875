package io.github.bmt4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.sampling.ServerSeries.Cost;
import io.github.bmt4j.sampling.ServerSeries.Event;
import io.github.bmt4j.sampling.ServerSeries.Server;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Charts of series that are known. */
class ServerReportTest {
  private final Description.Builder built = new Description.Builder(new Setup("", List.of()));

  @Test
  void repetitionsOfAPartAreLinesOfAChartForEachFigure() {
    ServerReport.addCharts(
        List.of(SampleSeries.of("kill", 0.5), SampleSeries.of("kill", 1)), "failover", built);

    assertThat(charts()).extracting(Chart::title).containsExactly("Server: cpu", "Server: reads");
    assertThat(charts().get(0).group()).isEqualTo("failover");
    assertThat(charts().get(0).plots())
        .flatExtracting(Chart.Plot::lines)
        .extracting(Chart.Line::label)
        .containsExactly("kill", "kill #2");
  }

  @Test
  void figuresOfARunShareChartsAndWhatIsZeroIsNotDrawn() {
    ServerReport.addCharts(List.of(SampleSeries.of(null, 0)), "intervals", built);
    assertThat(charts()).isEmpty();

    ServerReport.addCharts(List.of(SampleSeries.of(null, 1)), "intervals", built);
    assertThat(charts())
        .extracting(Chart::title, one -> one.axes().y())
        .containsExactly(
            tuple("Server: CPU", "processors"), tuple("Server: reads, writes and flushes", "1/s"));
  }

  @Test
  void eventsAreMarksAtTheirTime() {
    Server server =
        new Server(
            "db",
            List.of(),
            Map.of(),
            List.of(new Event(3.5, "the server was restarted")),
            new Cost(0, 0, 0, 0));

    assertThat(ServerReport.events(new ServerSeries(List.of(server), List.of(), null)))
        .containsExactly(new Chart.Band("the server was restarted", 3.5, 3.5));
    assertThat(ServerReport.events(null)).isEmpty();
  }

  private List<Chart> charts() {
    return built.judged("VALID", List.of(), List.of()).all(Chart.class);
  }
}
