package io.github.bmt4j.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimedQueryTest {
  private final StopSignal stop = new StopSignal();
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    never.countDown();
  }

  @Test
  void givesWhatWasSeenOrThrown() throws SQLException {
    TimedQuery patient = TimedQuery.with(Clock.SYSTEM, stop);

    assertThat(patient.<String>at(() -> "seen")).isEqualTo("seen");
    assertThatThrownBy(
            () ->
                patient.at(
                    () -> {
                      throw new SQLException("refused");
                    }))
        .isInstanceOf(SQLException.class)
        .hasMessage("refused");
    assertThatThrownBy(
            () ->
                patient.at(
                    () -> {
                      throw new NoClassDefFoundError("a/B");
                    }))
        .isInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void doesNotWaitForEver() {
    TimedQuery patient = new TimedQuery(Clock.SYSTEM, stop::given, Duration.ofMillis(200));

    assertThatThrownBy(() -> patient.at(this::hang))
        .isInstanceOf(SQLException.class)
        .hasMessage("no answer in 0.2 s");
  }

  @Test
  void endsWhenTheUserSaysSo() {
    TimedQuery patient = new TimedQuery(Clock.SYSTEM, stop::given, Duration.ofDays(1));

    assertThatThrownBy(
            () ->
                patient.at(
                    () -> {
                      stop.give();
                      return hang();
                    }))
        .isInstanceOf(SQLException.class)
        .hasMessage("stopped before it answered");
  }

  @Test
  void aFirstLookThatTheUserEndedIsNoFailureOfTheTarget() {
    TimedQuery patient = new TimedQuery(Clock.SYSTEM, stop::given, Duration.ofDays(1));

    assertThatThrownBy(
            () ->
                patient.first(
                    () -> {
                      throw new SQLException("refused");
                    }))
        .isInstanceOf(SQLException.class)
        .hasMessage("refused");
    assertThatThrownBy(
            () ->
                patient.first(
                    () -> {
                      stop.give();
                      return hang();
                    }))
        .isInstanceOf(TargetException.class)
        .hasMessage("stopped before anything was touched");
  }

  private String hang() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "";
  }
}
