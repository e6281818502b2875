package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code bmt run} of heavy statements, timed one by one. */
class StatementsIT {
  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "CONTAINER"})
  void timesTheQueriesOfLocalStorage(Servers server) {
    Ended run =
        Bmt.command()
            .run(server.started("run", "local_storage", "--table-size=20000", "--repeat=1"))
            .measured();
    String before = server == Servers.CONTAINER ? "first" : "cold";
    for (String statement : new String[] {"sort", "group", "temp_table"}) {
      assertThat(run.out())
          .containsPattern(statement + " +whole +1 +" + before + " +1/1 ")
          .containsPattern(statement + " +whole +1 +warm +1/1 ");
    }
    assertThat(run.out()).contains("times in ms", "in the temporary tablespace");
  }
}
