package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTest {
  private static final String ENGINE = "mysql-storage-engine";

  @Test
  void storageEngineIsThatOfTheTables() {
    Job job = OltpJob.of(1000, 4);
    assertThat(on(job)).isSameAs(job);
    assertThat(on(job, "innodb")).isSameAs(job);
    Job other = on(job, "myisam");
    assertThat(other.params().text(ENGINE)).isEqualTo("myisam");
    assertThat(other.scenario()).isEqualTo(job.scenario().with(other.params().asMap()));
    assertThat(other.scenario().parameters())
        .containsEntry(ENGINE, "myisam")
        .containsEntry("table-size", 1000L);
    assertThat(on(job, "innodb", "aria").params().text(ENGINE)).isEqualTo("aria, innodb");
  }

  @Test
  void aWorkloadWithoutTheOptionIsTheSameOnAnyEngine() {
    Job job = of("local_storage", Map.of());
    assertThat(on(job, "myisam")).isSameAs(job);
  }

  @Test
  void tpccBySpecificationRefusesTablesWithoutTransactions() {
    Job spec = of("tpcc", Map.of());
    for (String engine : List.of("rocksdb", "spider", "xengine", "xpand")) {
      assertThat(on(spec, engine).params().text(ENGINE)).isEqualTo(engine);
    }
    for (String engine : List.of("aria", "csv", "memory", "mrg_myisam", "myisam")) {
      assertThatThrownBy(() -> on(spec, engine, "innodb"))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("--mode=spec requires a storage engine with transactions, not ")
          .hasMessageContaining(engine);
    }
    assertThat(on(of("tpcc", Map.of("mode", "sysbench")), "aria").params().text(ENGINE))
        .isEqualTo("aria");
  }

  @Test
  void anotherStorageEngineIsNotedOrRefused() {
    SortedSet<String> myisam = new TreeSet<>(List.of("myisam"));
    Job job = OltpJob.of(1000, 4);
    assertThat(job.engineNotes(new TreeSet<>())).isEmpty();
    assertThat(job.engineNotes(new TreeSet<>(List.of("innodb")))).isEmpty();
    assertThat(job.engineNotes(myisam))
        .singleElement()
        .asString()
        .startsWith("the tables have the storage engine myisam, and not that of --" + ENGINE);
    assertThatThrownBy(() -> of("tpcc", Map.of()).engineNotes(myisam))
        .isInstanceOf(BadInputException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "connections, '', pool=true",
    "connections, pool, true",
    "connections, POOL, 1",
    "reconnect, pool, true"
  })
  void aPoolOfTheDriversOwnWouldKeepTheConnectionsOfALoad(String what, String name, String value) {
    Job job = OltpJob.of(1000, 4);
    Object wanted = what.equals("reconnect") ? (Object) 5 : new ConnectionScenario(0, 60, 50);
    Map<String, String> properties = name.isEmpty() ? Map.of() : Map.of(name, value);
    Job asked =
        new Job(
            job.workload(),
            job.params(),
            Made.like(job.scenario())
                .set(what, wanted)
                .set("driver", new ClientScenario.Driver(null, List.of(), properties, "sysbench"))
                .record());
    String url = "jdbc:mariadb://h/d" + (name.isEmpty() ? "?" + value : "");
    Target target = new Target("", url, "u", Secret.NONE, false);

    assertThatThrownBy(() -> asked.check(List.of(target)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("pool=true: the driver's own pool keeps connections")
        .hasMessageEndingWith("leave pool=true out");
  }

  private static Job on(Job job, String... engines) {
    return job.on(new TreeSet<>(List.of(engines)));
  }

  private static Job of(String name, Map<String, String> given) {
    Workload workload = Catalogue.byName(name);
    Params params = Params.resolve(workload.info(), given);
    return new Job(workload, params, OltpJob.of(1000, 4).scenario().with(params.asMap()));
  }
}
