package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.jdbc.PoolProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Properties of HikariCP on real servers: what the pool was given, and whose they are. */
class PoolPropertiesIT {
  @TempDir Path folder;

  @Test
  void aLoadUsesTheApplicationsFileAndTheLineComesBeforeIt() throws IOException {
    Database database = Servers.EMBEDDED.database();
    database.execute("CREATE TABLE IF NOT EXISTS opened (at INT)");
    Path file =
        Files.writeString(
            folder.resolve("application.yml"),
            """
            spring:
              datasource:
                username: nobody
                hikari:
                  maximum-pool-size: 3
                  max-lifetime: 60000
                  connection-init-sql: INSERT INTO opened VALUES (1)
                  pool-name: shop
            """);

    Ended run =
        database
            .command()
            .run(
                "run",
                "oltp_point_select",
                "--table-size=100",
                "--threads=2",
                "--time=1",
                "--warmup=0",
                "--spring=" + file,
                "--pool-property=maxLifetime=90s");

    assertThat(run.counts().scenario().client().poolSize()).isEqualTo(3);
    PoolProperties stored = run.result().scenario().client().properties();
    assertThat(stored.values())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("maxLifetime", "90000", "connectionInitSql", "INSERT INTO opened VALUES (1)"));
    assertThat(stored.from()).isEqualTo(file.toString());
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("pool as in " + file + ": connectionInitSql=INSERT INTO opened VALUES (1)")
        .contains("maxLifetime=90000 (read back from it)")
        .contains("hikari.pool-name (bmt names its pools)")
        .contains("hikari.maxLifetime (--pool-property)");
    assertThat(database.number("SELECT COUNT(*) FROM opened")).isEqualTo(3);
  }

  @Test
  void theApplicationOfAFailoverHasThePool() {
    Failover failover =
        Failover.run(
            Servers.EMBEDDED,
            "--replicas=1",
            "--fault=switchover",
            "--kill-sessions",
            "--pool-property=connectionTimeout=2s",
            "--pool-property=leakDetectionThreshold=5000",
            "--pool-property=maximumPoolSize=4");

    FailoverResult result = failover.result();
    assertThat(result.scenario().settings().poolSize()).isEqualTo(4);
    assertThat(result.scenario().settings().poolTimeoutMillis()).isEqualTo(2_000);
    assertThat(result.scenario().settings().poolProperties().values())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("connectionTimeout", "2000", "leakDetectionThreshold", "5000"));
    assertThat(result.failover().repetitions()).hasSize(1);
    assertThat(failover.ended().out().replaceAll("\\s+", " "))
        .contains("pool connectionTimeout=2000, leakDetectionThreshold=5000 (read back from it)");
  }
}
