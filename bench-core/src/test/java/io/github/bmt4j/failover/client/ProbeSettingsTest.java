package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.SQLExceptionOverride;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.outcome.Failure;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.Configuration;

/** The settings of an application, as driver, pool and probes take them. */
class ProbeSettingsTest {
  private static final ApplicationSettings AS_SHIPPED =
      ApplicationSettings.of(ApplicationSettings.Profile.AS_SHIPPED, 10, null);
  private static final ApplicationSettings TUNED =
      new ApplicationSettings(
          ApplicationSettings.Profile.TUNED,
          10,
          500L,
          0L,
          1_000L,
          250L,
          30_000L,
          0,
          5,
          null,
          true,
          true,
          Retry.Policy.ONCE,
          null,
          null);

  @Test
  void whatIsNotSetIsLeftToTheDriver() {
    assertThat(DriverFamily.MARIADB.url("jdbc:mariadb://a/b", AS_SHIPPED, ProbeKind.READER))
        .isEqualTo(
            "jdbc:mariadb://a/b?socketFactory=io.github.bmt4j.failover.client.TracedSocketFactory$Reader");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://a:1/b",
        "jdbc:mariadb:sequential://a:1,c:2/b?sslMode=disable",
        "jdbc:mariadb:replication://address=(host=a)(port=1),address=(host=c)(type=replica)/b",
        "jdbc:mariadb:loadbalance://a,c/b?"
      })
  void theDriverUnderstandsEverySetting(String url) throws Exception {
    Configuration driver =
        Configuration.parse(DriverFamily.MARIADB.url(url, TUNED, ProbeKind.WRITER));

    assertThat(driver.connectTimeout()).isEqualTo(500);
    assertThat(driver.socketTimeout()).isZero();
    assertThat(driver.retriesAllDown()).isEqualTo(5);
    assertThat(driver.transactionReplay()).isTrue();
    assertThat(driver.socketFactory()).isEqualTo(TracedSocketFactory.Writer.class.getName());
    assertThat(driver.database()).isEqualTo("b");
    assertThat(driver.haMode()).isEqualTo(Configuration.parse(url).haMode());
  }

  @Test
  void whatTheUrlSetsItselfStays() {
    assertThat(
            DriverFamily.MARIADB.url(
                "jdbc:mariadb://a/b?connectTimeout=9&socketFactory=x.Y",
                TUNED,
                ProbeKind.CONNECTOR))
        .isEqualTo(
            "jdbc:mariadb://a/b?connectTimeout=9&socketFactory=x.Y&socketTimeout=0"
                + "&retriesAllDown=5&transactionReplay=true");
  }

  @Test
  void connectsThatAreRefusedAreSeen() {
    ConnectTrace trace = ConnectTrace.install(Clock.SYSTEM);
    String url =
        DriverFamily.MARIADB.url(
            "jdbc:mariadb://127.0.0.1:1/b?sslMode=disable", AS_SHIPPED, ProbeKind.CONNECTOR);
    assertThatThrownBy(() -> DriverManager.getConnection(url)).isInstanceOf(SQLException.class);

    assertThat(trace.connects()).hasSize(1);
    assertThat(trace.connects().get(0).probe()).isEqualTo(ProbeKind.CONNECTOR);
    assertThat(trace.connects().get(0).address()).isEqualTo("127.0.0.1:1");
    assertThat(trace.connects().get(0).connected()).isFalse();
    assertThat(trace.connects().get(0).endNanos())
        .isGreaterThan(trace.connects().get(0).startNanos());
  }

  @Test
  void retriesAreAsManyAndAsLateAsTheWordSays() {
    Retry none = Retry.Policy.NONE.within(5_000);
    Retry once = Retry.Policy.ONCE.within(5_000);
    Retry untilDeadline = Retry.Policy.UNTIL_DEADLINE.within(5_000);

    assertThat(none.allows(1, 0)).isFalse();
    assertThat(once.allows(1, Long.MAX_VALUE)).isTrue();
    assertThat(once.allows(2, 0)).isFalse();
    assertThat(once.pauseNanos()).isZero();
    // The next attempt begins after a pause of 50 ms, and not after the deadline.
    assertThat(untilDeadline.pauseNanos()).isEqualTo(50_000_000);
    assertThat(untilDeadline.allows(100, 4_950_000_000L)).isTrue();
    assertThat(untilDeadline.allows(1, 4_950_000_001L)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1290, 1792, 1836})
  void aReadOnlyServersConnectionsAreThrownAway(int code) {
    assertThat(new ReadOnlyEviction().adjudicate(new SQLException("no", "HY000", code)))
        .isEqualTo(SQLExceptionOverride.Override.MUST_EVICT);
    assertThat(Failure.saysReadOnly(code)).isTrue();
  }

  @Test
  void onlyAReadOnlyServersConnectionsAreThrownAway() {
    assertThat(new ReadOnlyEviction().adjudicate(new SQLException("no", "25006", 0)))
        .isEqualTo(SQLExceptionOverride.Override.MUST_EVICT);
    assertThat(new ReadOnlyEviction().adjudicate(new SQLException("deadlock", "40001", 1213)))
        .isEqualTo(SQLExceptionOverride.Override.CONTINUE_EVICT);
    assertThat(new ReadOnlyEviction().adjudicate(new SQLException("gone")))
        .isEqualTo(SQLExceptionOverride.Override.CONTINUE_EVICT);
  }

  @ParameterizedTest
  @CsvSource({
    "08S02, DO_NOT_EVICT",
    "08007, DO_NOT_EVICT",
    "08001, CONTINUE_EVICT",
    ", CONTINUE_EVICT"
  })
  void connectionsThatTheWrapperHasMovedAreKept(
      String state, SQLExceptionOverride.Override expected) {
    assertThat(new FailedOverKept().adjudicate(new SQLException("moved", state)))
        .isEqualTo(expected);
  }

  @Test
  void thePoolsOverrideIsThatOfTheOptionElseThatOfTheProfile() {
    assertThat(ExceptionOverride.className(AS_SHIPPED)).isNull();
    assertThat(ExceptionOverride.className(TUNED)).isEqualTo(ReadOnlyEviction.class.getName());
    PoolSettings none = new PoolSettings(null, null, ExceptionOverride.NONE, null, null);
    assertThat(ExceptionOverride.className(with(TUNED, none))).isNull();
    PoolSettings kept = new PoolSettings(null, null, ExceptionOverride.FAILED_OVER, null, null);
    assertThat(ExceptionOverride.className(with(TUNED, kept)))
        .isEqualTo(FailedOverKept.class.getName());
  }

  private static ApplicationSettings with(ApplicationSettings settings, PoolSettings pooling) {
    return Made.like(settings).set("pooling", pooling).record();
  }

  @Test
  void aLedgersNameIsAName() {
    assertThatThrownBy(() -> new Ledger("a`; DROP TABLE b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void plansAndStatusesTravel() throws Exception {
    ProbePlan plan =
        Plans.of(new Target("a server", "jdbc:mariadb://a/b", "u", Secret.of("p \"\n€"), true))
            .plan();
    assertThat(ProbeMain.read(ProbeMain.json(plan), ProbePlan.class)).isEqualTo(plan);
    assertThat(ProbeMain.json(plan)).doesNotContain("\n");
    assertThat(plan.toString()).doesNotContain("€");
    ClientStatus.Probe probe =
        new ClientStatus.Probe(
            new ClientStatus.Counts(1, 2, 3, 4),
            Long.MIN_VALUE,
            6,
            7,
            "n",
            Set.of("m", "n"),
            "said");
    ClientStatus status = new ClientStatus(5, probe, probe, probe);
    assertThat(ProbeMain.read(ProbeMain.json(status), ClientStatus.class)).isEqualTo(status);
  }
}
