package io.github.bmt4j.jdbc;

/**
 * Settings in which drivers are compared, under common names.
 *
 * @param serverPrepared true if statements with parameters are prepared on the server; otherwise
 *     the driver writes the parameters into the text
 * @param pipelined true if the driver may send a statement of a batch before the one before it is
 *     answered
 */
public record DriverSettings(boolean serverPrepared, Batch batch, boolean pipelined, Tls tls) {
  /** Text, plain batches, pipelined where the driver can, TLS as the URL says. */
  public static final DriverSettings PLAIN =
      new DriverSettings(false, Batch.PLAIN, true, Tls.AS_URL);

  /** Form in which a batch of rows is sent. */
  public enum Batch {
    /** A statement for each row. */
    PLAIN,
    /** The driver writes one INSERT with all rows. */
    REWRITTEN,
    /** The driver sends all rows with one command of the binary protocol; MariaDB only. */
    BULK
  }

  /** Encryption of a connection. */
  public enum Tls {
    /** Encryption by the URL's {@code sslMode}; by default with a verified certificate. */
    AS_URL,
    OFF,
    /** On, whatever certificate the server shows. */
    ON
  }

  /** These settings with statements prepared on the server. */
  public DriverSettings withServerPrepared() {
    return new DriverSettings(true, batch, pipelined, tls);
  }

  /** These settings with another form of batches. */
  public DriverSettings with(Batch wanted) {
    return new DriverSettings(serverPrepared, wanted, pipelined, tls);
  }

  /** These settings without pipelining. */
  public DriverSettings withoutPipelining() {
    return new DriverSettings(serverPrepared, batch, false, tls);
  }

  /** These settings with other encryption. */
  public DriverSettings with(Tls wanted) {
    return new DriverSettings(serverPrepared, batch, pipelined, wanted);
  }
}
