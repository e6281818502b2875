package io.github.bmt4j.failover.client;

import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.OpeningDataSource;
import io.github.bmt4j.jdbc.Secret;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The application's driver with a URL and a login, as HikariCP uses a driver that it finds by its
 * URL: the pool's connection timeout becomes the login timeout of {@link DriverManager}, which
 * drivers obey.
 */
final class ApplicationDataSource extends OpeningDataSource {
  private final LoadDriver driver;
  private final String url;
  private final String user;
  private final Secret password;

  ApplicationDataSource(LoadDriver driver, String url, String user, String password) {
    this.driver = driver;
    this.url = url;
    this.user = user;
    this.password = Secret.of(password);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return driver.open(url, JdbcUrl.loginBeside(url, user, password));
  }

  @Override
  public void setLoginTimeout(int seconds) {
    DriverManager.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() {
    return DriverManager.getLoginTimeout();
  }
}
