package io.github.bmt4j.failover.balance;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.FailoverTrial;
import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.report.Reason;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers over which an application's reads are spread. */
interface Spread {
  /**
   * The servers, in the order in which they are shown.
   *
   * @param client log of the application
   * @param untilNanos end of the time in which all of them were up
   */
  List<PoolServer> servers(ClientLog client, long untilNanos);

  /** Starts counting the application's connections to each server. */
  List<Looks<ConnectionCount>> samplers(Duration period, Clock clock);

  /** URL of the readers, as the driver reads it. */
  String readUrl();

  /** Address at which the driver connects to the server that is lost; "" if it does not. */
  String address(@Nullable Loss loss);

  /**
   * The loss of a server in a trial; absent if there was none.
   *
   * @param problems receives reasons why the trial cannot be used
   */
  @Nullable Loss loss(FailoverTrial.Recording recording, Collection<Reason> problems);
}
