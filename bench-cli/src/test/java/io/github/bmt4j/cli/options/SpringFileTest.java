package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class SpringFileTest {
  private static final String MARIADB = "--driver=mariadb:3.5.11";

  @TempDir Path folder;

  /** The options of a command with an application. */
  static final class Application {
    @Mixin ApplicationOptions application;
    @Mixin TargetOptions target;

    @Option(names = "--trigger")
    String trigger;

    @Option(names = "--ha")
    String ha;
  }

  @Test
  void profilesOfBootThree() throws IOException {
    Path file =
        file(
            "application.yml",
            """
            server.port: 8080
            spring:
              application:
                name: shop
              datasource:
                url: jdbc:mariadb://${DB_HOST:localhost}:${DB_PORT:3306}/shop
                username: ${DB_USER:shop}
                password: ${DB_PASSWORD}
                driver-class-name: org.mariadb.jdbc.Driver
                hikari:
                  maximum-pool-size: 20
                  connection-timeout: 3000
                  pool-name: shop
            ---
            spring:
              config:
                activate:
                  on-profile: "prod | staging"
              datasource:
                hikari:
                  maximum-pool-size: 50
            ---
            spring:
              config.activate.on-profile: "!prod"
              datasource.hikari.connection-timeout: 9000
            """);

    SpringFile usual = read(file.toString(), Map.of(), "--trigger", "--driver");
    assertThat(usual.name()).isEqualTo(file.toString());
    assertThat(usual.pool())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("maximumPoolSize", "20", "connectionTimeout", "9000"));
    assertThat(usual.words())
        .containsExactly("--url=jdbc:mariadb://localhost:3306/shop", "--user=shop");
    assertThat(usual.left())
        .containsExactly(
            "hikari.pool-name (bmt names its pools)",
            "password (set DB_PASSWORD or BMT_PASSWORD in the environment)");

    Map<String, String> environment =
        Map.of("DB_HOST", "db1", "DB_PASSWORD", "hidden", "SPRING_PROFILES_ACTIVE", "prod");
    SpringFile prod = read(file.toString(), environment, "--trigger", "--driver");
    assertThat(prod.name()).isEqualTo(file + "#prod");
    assertThat(prod.pool())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("maximumPoolSize", "50", "connectionTimeout", "3000"));
    assertThat(prod.words())
        .containsExactly("--url=jdbc:mariadb://db1:3306/shop", "--user=shop", "--password=hidden");
    assertThat(prod.toString()).doesNotContain("hidden");
  }

  @Test
  void profilesOfBootTwoAndFilesBesideIt() throws IOException {
    Path file =
        file(
            "application.yml",
            """
            spring:
              profiles:
                active:
                  - dev
              datasource:
                type: com.zaxxer.hikari.HikariDataSource
                username: root
                password: literal
                hikari:
                  jdbcUrl: jdbc:mysql:replication://w:3306,r1,r2/shop?socketTimeout=5000&useSSL=true
                  driverClassName: com.mysql.jdbc.Driver
                  max_lifetime: 900000
            ---
            spring:
              profiles: dev
              datasource:
                hikari:
                  MAXIMUM_POOL_SIZE: 5
            """);
    file("application-dev.yaml", "spring.datasource.hikari.minimumIdle: 1");
    file(
        "application-dev.properties",
        """
        spring.datasource.hikari.minimum-idle = 2
        #---
        spring.datasource.hikari.validation-timeout: 800
        """);

    SpringFile found = read(file.toString(), Map.of(), "--driver");

    assertThat(found.name()).isEqualTo(file + "#dev");
    assertThat(found.pool())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "maxLifetime",
                "900000",
                "maximumPoolSize",
                "5",
                "minimumIdle",
                "2",
                "validationTimeout",
                "800"));
    assertThat(found.words())
        .containsExactly("--ha=replication", "--driver-property=socketTimeout=5000");
    assertThat(found.left())
        .containsExactly("url (bmt starts the servers)", "useSSL (bmt starts the servers)");
  }

  @Test
  void anchorsAndPropertiesOfTheDriver() throws IOException {
    Path file =
        file(
            "application.yaml",
            """
            x-pool: &pool
              maximum-pool-size: 010
              idle-timeout: 60_000
              keepalive-time: 30s
            timeouts:
              life: &life 120000
            spring.datasource:
              url: jdbc:mariadb://db/shop
              hikari:
                <<: *pool
                max-lifetime: *life
                idle-timeout: ${pool.idle:${IDLE:20000}}
                nonsense: 1
                auto-commit: false
                data-source-properties:
                  cachePrepStmts: true
                  trustStorePassword: literal
            """);

    SpringFile found = read(file.toString(), Map.of());

    assertThat(found.pool())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "maximumPoolSize",
                "8", // As Spring Boot reads YAML 1.1.
                "keepaliveTime",
                "30s",
                "maxLifetime",
                "120000",
                "idleTimeout",
                "20000"));
    assertThat(found.words()).containsExactly("--driver-property=cachePrepStmts=true");
    assertThat(found.left())
        .contains(
            "hikari.nonsense (HikariCP has no such property)",
            "hikari.auto-commit (the load sets it for each of its transactions)",
            "trustStorePassword (a secret: give it by --driver-property)");
  }

  @Test
  void propertiesWithPlaceholdersOfTheirOwn() throws IOException {
    Path file =
        file(
            "application.properties",
            """
            db.host=db2
            spring.datasource.url=jdbc:mariadb://${db.host}/${db.name:shop}
            spring.datasource.username=app
            spring.datasource.hikari.leakDetectionThreshold=${LEAK:4000}
            spring.datasource.tomcat.max-active=3
            """);

    SpringFile found = read(file.toString(), Map.of("LEAK", "5000", "DB_NAME", "x"), "--trigger");

    assertThat(found.words()).containsExactly("--url=jdbc:mariadb://db2/x", "--user=app");
    assertThat(found.pool()).containsExactly(Map.entry("leakDetectionThreshold", "5000"));
    assertThat(found.left()).contains("tomcat.max-active (bmt has no such setting)");
  }

  @Test
  void theLineComesBeforeTheFileAndTheTunedProfileToo() throws IOException {
    Path file =
        file(
            "application.yml",
            """
            spring:
              datasource:
                url: jdbc:mariadb://db/shop?socketTimeout=7000&tcpKeepAlive=true
                hikari: {maximum-pool-size: 20, max-lifetime: 60000, connection-timeout: 4000}
            """);
    String spring = "--spring=" + file;

    ApplicationSettings theirs = settings(spring);
    assertThat(theirs.poolSize()).isEqualTo(20);
    assertThat(theirs.maxLifetimeMillis()).isEqualTo(60_000);
    assertThat(theirs.poolTimeoutMillis()).isEqualTo(4_000);
    assertThat(theirs.poolProperties().values())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("maxLifetime", "60000", "connectionTimeout", "4000"));
    assertThat(theirs.poolProperties().from()).isEqualTo(file.toString());
    assertThat(driverProperties(theirs))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("socketTimeout", "7000", "tcpKeepAlive", "true"));

    ApplicationSettings tuned = settings(spring, "--settings=tuned", "--pool-size", "5");
    assertThat(tuned.poolSize()).isEqualTo(5);
    assertThat(tuned.maxLifetimeMillis()).isEqualTo(300_000);
    assertThat(tuned.socketTimeoutMillis()).isEqualTo(3_000);
    assertThat(driverProperties(tuned)).containsOnlyKeys("tcpKeepAlive");
    assertThat(tuned.poolProperties().values()).isEmpty();
    assertThat(tuned.poolProperties().left())
        .contains(
            "socketTimeout (--settings=tuned)",
            "hikari.maxLifetime (--settings=tuned)",
            "hikari.maximumPoolSize (--pool-size)");

    ApplicationSettings other =
        settings(
            "--settings=tuned",
            "--driver-property=socketTimeout=1",
            spring,
            "--pool-property=maxLifetime=90s",
            MARIADB);
    assertThat(other.maxLifetimeMillis()).isEqualTo(90_000);
    assertThat(driverProperties(other))
        .containsExactlyInAnyOrderEntriesOf(Map.of("socketTimeout", "1", "tcpKeepAlive", "true"));
    assertThat(other.poolProperties().left()).contains("hikari.maxLifetime (--pool-property)");
  }

  @Test
  void theUrlIsTakenForTheUsersOwnServers() throws IOException {
    Path file =
        file("application.yml", "spring.datasource: {url: 'jdbc:mariadb://db/a', username: b}");

    Application own = Parsed.of(new Application(), "--trigger=manual", "--spring=" + file);
    assertThat(own.target.serverUrls()).containsExactly("jdbc:mariadb://db/a");
    assertThat(own.target.user).isEqualTo("b");
    assertThat(read(file.toString(), Map.of(), "--node").words())
        .containsExactly("--url=jdbc:mariadb://db/a", "--user=b");
    Application other =
        Parsed.of(
            new Application(),
            "--spring",
            file.toString(),
            "--trigger",
            "manual",
            "--url=jdbc:mariadb://db3/a",
            "--user=c");
    assertThat(other.target.serverUrls()).containsExactly("jdbc:mariadb://db3/a");
    assertThat(other.target.user).isEqualTo("c");
    assertThat(Parsed.of(new Application(), "--spring=" + file).target.serverUrls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server.port: 1 | it has no spring.datasource.*",
        "spring.datasource: {url: 'jdbc:mysql://db/x'} | as in --driver mysql:9.7.0",
        "spring.datasource: {url: 'jdbc:postgresql://db/x'} | as in --driver mysql:9.7.0",
        "spring.datasource: {driver-class-name: com.mysql.cj.jdbc.Driver} | name it with its version",
        "spring.datasource: {url: 'jdbc:mariadb://db/x?password=hidden'} | set BMT_PASSWORD",
        "spring.datasource: {url: 'jdbc:mariadb://${HOST}/x'} | needs ${HOST}: set it",
        "a: ${spring.datasource.url} | no spring.datasource",
        "spring.datasource: {url: '${spring.datasource.url}'} | or leads to itself",
        "spring.datasource: [ | line 2",
        "spring.datasource: {url: @db@} | line 1"
      })
  void refusesWithOneLine(String text, String why) throws IOException {
    Path file = file("application.yml", text + "\n");

    assertThatThrownBy(() -> read(file.toString(), Map.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--spring=" + file + ": ")
        .hasMessageContaining(why)
        .hasMessageNotContaining("hidden")
        .hasMessageNotContaining("\n");
  }

  @Test
  void refusesFilesAndProfilesThatAreNotThere() throws IOException {
    String file = file("application.yml", "spring.datasource.username: a").toString();

    assertThatThrownBy(() -> read(file + "#prod", Map.of()))
        .hasMessage("--spring=" + file + "#prod: no document or file beside it has profile prod");
    assertThatThrownBy(() -> read(folder + "/b.yml", Map.of())).hasMessageContaining("no file");
    assertThatThrownBy(() -> read(folder + "/b.txt", Map.of())).hasMessageContaining(".yml");
  }

  private static ApplicationSettings settings(String... words) {
    return Parsed.of(new Application(), words).application.settings(false);
  }

  private static Map<String, String> driverProperties(ApplicationSettings settings) {
    return Objects.requireNonNull(settings.client()).driverProperties();
  }

  private static SpringFile read(String text, Map<String, String> environment, String... given) {
    return SpringFile.read(
        text,
        environment::get,
        CommandSpec.forAnnotatedObject(new Application()),
        Set.of(given)::contains);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
