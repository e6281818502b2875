import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.time.Duration;

/** Holds the transactions of this instance during a planned change of the primary. */
final class Hold {
  private final HikariDataSource pool; // config.setAllowPoolSuspension(true)

  Hold(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Holds new transactions; returns true if those in progress have ended in time. */
  boolean begin(Duration patience) throws InterruptedException {
    HikariPoolMXBean bean = pool.getHikariPoolMXBean();
    bean.suspendPool();
    long until = System.nanoTime() + patience.toNanos();
    while (bean.getActiveConnections() > 0 && System.nanoTime() < until) {
      Thread.sleep(1);
    }
    return bean.getActiveConnections() == 0;
  }

  /** Lets held transactions continue, over new connections to the new primary. */
  void end() {
    pool.getHikariPoolMXBean().softEvictConnections();
    pool.getHikariPoolMXBean().resumePool();
  }
}
