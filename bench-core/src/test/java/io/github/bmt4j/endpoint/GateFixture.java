package io.github.bmt4j.endpoint;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One endpoint for the tests of a class, and a way over a new gate for each. */
abstract class GateFixture {
  static Endpoint endpoint;

  Way way;

  @BeforeAll
  static void startEndpoint() throws TargetException {
    endpoint = Endpoint.start(Clock.SYSTEM);
  }

  @AfterAll
  static void endEndpoint() {
    endpoint.close();
  }

  @BeforeEach
  void openWay() throws IOException, TargetException {
    way = new Way(endpoint);
  }

  @AfterEach
  void closeWay() throws IOException, TargetException {
    way.close();
  }
}
