package io.github.bmt4j.jmh.stub;

import java.lang.invoke.MethodHandle;
import java.sql.Connection;
import java.sql.DatabaseMetaData;

/** Metadata of the stub. */
abstract class StubMetaData implements DatabaseMetaData {
  private static final MethodHandle NEW =
      Completion.constructor(StubMetaData.class, StubConnection.class, String.class);

  /** Newer than any that a workload asks about: the stub takes every statement. */
  private static final int DATABASE_MAJOR_VERSION = 99;

  private static final int JDBC_MAJOR_VERSION = 4;
  private static final int JDBC_MINOR_VERSION = 3;

  private final StubConnection connection;
  private final String url;

  StubMetaData(StubConnection connection, String url) {
    this.connection = connection;
    this.url = url;
  }

  static StubMetaData create(StubConnection connection, String url) {
    try {
      return (StubMetaData) NEW.invokeExact(connection, url);
    } catch (Throwable e) {
      throw Completion.impossible(e);
    }
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return url;
  }

  @Override
  public String getUserName() {
    return "";
  }

  @Override
  public String getDatabaseProductName() {
    return "stub";
  }

  @Override
  public String getDatabaseProductVersion() {
    return DATABASE_MAJOR_VERSION + ".0";
  }

  @Override
  public int getDatabaseMajorVersion() {
    return DATABASE_MAJOR_VERSION;
  }

  @Override
  public int getDatabaseMinorVersion() {
    return 0;
  }

  @Override
  public String getDriverName() {
    return StubDriver.NAME;
  }

  @Override
  public String getDriverVersion() {
    return StubDriver.VERSION;
  }

  @Override
  public int getDriverMajorVersion() {
    return StubDriver.MAJOR_VERSION;
  }

  @Override
  public int getDriverMinorVersion() {
    return StubDriver.MINOR_VERSION;
  }

  @Override
  public int getJDBCMajorVersion() {
    return JDBC_MAJOR_VERSION;
  }

  @Override
  public int getJDBCMinorVersion() {
    return JDBC_MINOR_VERSION;
  }

  @Override
  public boolean supportsTransactions() {
    return true;
  }

  @Override
  public boolean supportsBatchUpdates() {
    return true;
  }
}
