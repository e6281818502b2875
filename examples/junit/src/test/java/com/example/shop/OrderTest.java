package com.example.shop;

import static java.time.Duration.ofSeconds;

import io.github.bmt4j.api.Bmt;
import io.github.bmt4j.api.Result;
import io.github.bmt4j.api.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** Measures {@code order.sql}, on MySQL in a container or, without a container engine, on MariaDB. */
class OrderTest {
  private static final DockerImageName MYSQL =
      DockerImageName.parse(System.getProperty("mysql.image", "mysql:8.4"))
          .asCompatibleSubstituteFor("mysql");

  private final Run orders =
      Bmt.run("sql/order.sql")
          .initFile(Path.of("sql", "create.sql"))
          .define("customers", 1000)
          .threads(4)
          .warmup(ofSeconds(1))
          .time(ofSeconds(3))
          .results(Path.of("target", "bmt"));

  @Test
  void ordersAreFastAndNoneFails() {
    Result result = DockerClientFactory.instance().isDockerAvailable() ? onMysql() : onMariadb();

    result.assertValid().assertThat("errors < 1").assertThat("p95 < 1s");
  }

  private Result onMysql() {
    // Encrypted, with any certificate: the container has made its own.
    try (MySQLContainer db = new MySQLContainer(MYSQL).withUrlParam("sslMode", "REQUIRED")) {
      db.start();
      return orders
          .url(db.getJdbcUrl())
          .user(db.getUsername())
          .password(db.getPassword())
          .driver("mysql:9.7.0")
          .execute();
    }
  }

  /** Without a URL, bmt starts a server for the measurement. */
  private Result onMariadb() {
    return orders.execute();
  }
}
