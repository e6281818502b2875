package io.github.bmt4j.load.run;

import static io.github.bmt4j.load.run.Rounding.round;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.load.agent.AgentPart;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One agent of a run.
 *
 * @param host its machine's name
 * @param processors processors that it may use
 * @param java version of its JVM
 * @param threads its part of the threads
 * @param offsetMs offset of its clock, which was added to all its times
 * @param boundMs largest error of the offset in the run, or distance of the clock from it
 * @param driftMs movement of its clock against the controller's in the run
 * @param lateMs delay of its start against the agreed moment; absent if it did not start
 * @param tps transactions a second of the whole measurement, so that the rates of all agents add
 *     up; absent if nothing was measured
 * @param rates transactions a second in each interval of the run
 * @param client use of its machine; absent if the agent was lost
 */
public record AgentFigures(
    String name,
    String host,
    double processors,
    String java,
    long threads,
    double offsetMs,
    double boundMs,
    double driftMs,
    @Nullable Double lateMs,
    long transactions,
    @Nullable Double tps,
    Times response,
    List<Double> rates,
    @Nullable Client client) {
  static List<AgentFigures> of(List<AgentPart> parts, int threads, Measurement all) {
    double seconds = all.elapsedNanos() / 1e9;
    return IntStream.range(0, parts.size())
        .mapToObj(i -> of(parts.get(i), new Portion(i, parts.size()).part(threads), seconds))
        .toList();
  }

  private static AgentFigures of(AgentPart part, long threads, double seconds) {
    Measurement measured = part.measured();
    long transactions = measured == null ? 0 : measured.counts().of(Counter.TRANSACTIONS);
    ClientReadings readings = part.readings();
    return new AgentFigures(
        part.name(),
        part.hello().host(),
        part.hello().processors(),
        part.hello().java(),
        threads,
        millis(part.offsetNanos()),
        millis(part.boundNanos()),
        millis(part.driftNanos()),
        part.lateNanos() == null ? null : (Double) millis(part.lateNanos()),
        transactions,
        measured == null ? null : Rounding.rateOrNull(transactions, seconds),
        response(measured),
        part.rates(),
        readings == null ? null : Client.of(readings, true));
  }

  /** Response times of an agent; operations without a time count as the longest. */
  static Times response(@Nullable Measurement measured) {
    return measured == null
        ? Percentiles.times(new Histogram(3), 0)
        : Percentiles.times(measured.latencies().response(), measured.withoutTime());
  }

  public static Optional<Grid> table(@Nullable List<AgentFigures> agents) {
    return Optional.ofNullable(agents)
        .map(
            all ->
                new Columns<AgentFigures>()
                    .column("agent", -14, 0, AgentFigures::name)
                    .column("host", -12, 3, AgentFigures::host)
                    .column("threads", 7, 0, one -> count(one.threads))
                    .column("tps", 9, 0, one -> number("%,.1f", one.tps))
                    .column("p95 ms", 9, 0, one -> Numbers.millis(one.response.p95()))
                    .column("max ms", 9, 1, one -> Numbers.millis(one.response.max()))
                    .column("client", 7, 0, AgentFigures::busy)
                    .column("began ms", 9, 2, one -> number("%+,.1f", one.lateMs))
                    .column("clock ± ms", 10, 2, one -> words("%.3f", one.boundMs))
                    .grid("Agents", all));
  }

  private static String busy(AgentFigures agent) {
    Double share = agent.client == null ? null : agent.client.cpuUtilization();
    return share == null ? "-" : words("%.0f %%", 100 * share);
  }

  public static List<Line> lines(@Nullable List<AgentFigures> agents) {
    return Stream.ofNullable(agents)
        .flatMap(List::stream)
        .map(agent -> new Line(agent.name, new ArrayList<>(agent.rates)))
        .toList();
  }

  private static double millis(long nanos) {
    return round(nanos / 1e6, 1e3);
  }

  record MachineReadings(String agents, ClientReadings readings, long threads, long operations) {
    private MachineReadings plus(MachineReadings other) {
      return new MachineReadings(
          agents + ", " + other.agents,
          readings.plus(other.readings, true),
          threads + other.threads,
          operations + other.operations);
    }
  }

  static List<MachineReadings> machines(
      List<AgentPart> parts, int threads, ClientReadings controller) {
    Map<String, MachineReadings> machines = new LinkedHashMap<>();
    String here = "";
    long children = 0;
    for (int i = 0; i < parts.size(); i++) {
      AgentPart part = parts.get(i);
      ClientReadings readings = part.readings();
      Measurement measured = part.measured();
      if (readings == null || measured == null) {
        continue;
      }
      long own = new Portion(i, parts.size()).part(threads);
      long operations = measured.counts().of(Counter.TRANSACTIONS);
      String machine = part.hello().machine();
      machines.merge(
          machine,
          new MachineReadings(part.name(), readings, own, operations),
          MachineReadings::plus);
      here = part.here() ? machine : here;
      children += part.child() && readings.processors() != null ? readings.processors().self() : 0;
    }
    long started = children;
    machines.computeIfPresent(
        here,
        (machine, its) ->
            new MachineReadings(
                its.agents, its.readings.on(controller, started), its.threads, its.operations));
    return List.copyOf(machines.values());
  }
}
