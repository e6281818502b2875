package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One proxy for the tests of a class, and a way over a new port of it for each. */
abstract class ProxyFixture {
  @AutoClose static TcpProxy proxy;

  Way way;

  @BeforeAll
  static void startEndpoint() throws TargetException {
    proxy = TcpProxy.start();
  }

  @BeforeEach
  void openWay() throws IOException, TargetException {
    way = new Way(proxy);
  }

  @AfterEach
  void closeWay() throws IOException, TargetException {
    way.close();
  }
}
