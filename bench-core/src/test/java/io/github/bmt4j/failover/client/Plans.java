package io.github.bmt4j.failover.client;

import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;

/** Makes plans for tests: an application as shipped, changed by what a test is about. */
final class Plans {
  static final Ledger LEDGER = new Ledger("bmt_ledger");

  private final Target target;
  private final ShippedSettings settings = new ShippedSettings();
  private String url;
  private double writesPerSecond = 100;
  private double readsPerSecond = 100;
  private double connectsPerSecond = 10;
  private int mostWorkers = 100;
  private long retryDeadlineMillis = 2_000;
  private boolean onePool;
  private long writeMillis;
  private LoadDriver driver = LoadDriver.own(DriverWish.OWN);

  private Plans(Target target) {
    this.target = target;
    this.url = target.url();
    settings.poolSize = 5;
  }

  static Plans of(Target target) {
    return new Plans(target);
  }

  Plans url(String other) {
    url = other;
    return this;
  }

  /** Arrivals a second of writers, readers and connectors; 0 for none. */
  Plans rates(double writes, double reads, double connects) {
    writesPerSecond = writes;
    readsPerSecond = reads;
    connectsPerSecond = connects;
    return this;
  }

  Plans workers(int most) {
    mostWorkers = most;
    return this;
  }

  Plans pool(int size, long timeoutMillis) {
    settings.poolSize = size;
    settings.poolMillis = timeoutMillis;
    return this;
  }

  Plans socketTimeout(long millis) {
    settings.socketMillis = millis;
    return this;
  }

  Plans dnsTtl(int seconds) {
    settings.dnsTtlSeconds = seconds;
    return this;
  }

  Plans evictReadOnly() {
    settings.evictReadOnly = true;
    return this;
  }

  /** Through another driver; the URL is translated for it. */
  Plans through(LoadDriver other) {
    driver = other;
    settings.client = ClientDriver.of(other.wish());
    url = other.url(url);
    return this;
  }

  Plans pooling(PoolSettings pooling) {
    settings.pooling = pooling;
    return this;
  }

  /** How long the server works on a write. */
  Plans writeMillis(long millis) {
    writeMillis = millis;
    return this;
  }

  /** Readers borrow from the writers' pool. */
  Plans onePool() {
    onePool = true;
    return this;
  }

  Plans retry(Retry.Policy policy, long deadlineMillis) {
    settings.retry = policy;
    retryDeadlineMillis = deadlineMillis;
    return this;
  }

  ProbePlan plan() {
    return new ProbePlan(
        new ProbePlan.Urls(
            writesPerSecond > 0 ? url : null,
            readsPerSecond > 0 ? url : null,
            connectsPerSecond > 0 ? url : null),
        DriverPlan.of(driver),
        target.user(),
        target.password().reveal(),
        settings.settings(),
        LEDGER.table(),
        "@@server_id",
        new ProbeLoad(
            writesPerSecond,
            readsPerSecond,
            connectsPerSecond,
            mostWorkers,
            writeMillis,
            0,
            null,
            onePool),
        new TrialTimes(0, 1_000, 0, retryDeadlineMillis));
  }
}
