package io.github.bmt4j.api;

/**
 * Measures a database from within a test:
 *
 * <pre>{@code
 * Result result =
 *     Bmt.run("order.sql").url(db.getJdbcUrl()).user(db.getUsername()).password(db.getPassword())
 *         .driver("mysql:9.7.0").threads(4).time(Duration.ofSeconds(10)).execute();
 * result.assertValid();
 * result.assertThat("p95 < 20ms");
 * }</pre>
 *
 * <p>A measurement is the command of the same name ({@code bmt run}, {@code bmt failover}), in this
 * JVM: options have the same names, meanings, defaults and messages. It prints nothing unless
 * {@link Measurement#shownOn} was called, and never ends the JVM.
 */
public final class Bmt {
  private Bmt() {}

  /**
   * A load: your own SQL, or a workload of bmt.
   *
   * @param workload a file such as {@code order.sql}, or a name such as {@code oltp_read_write}
   * @param more more SQL files; {@code report.sql@3} has the weight 3
   */
  public static Run run(String workload, String... more) {
    return new Run(workload, more);
  }

  /**
   * A change of the primary, as an application experiences it: of your own cluster if {@link
   * Measurement#url} is called, otherwise of a cluster that bmt starts.
   */
  public static Failover failover() {
    return new Failover();
  }
}
