package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.EndpointException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of targets that cannot be used. */
class LoadTargetsTest {
  private static final Target ONE = target("jdbc:mariadb://a/db?user=u&password=S3CRET");
  private static final Target TWO = target("jdbc:mariadb://b/db");

  @Test
  void noPasswordOfTheUrlIsInTheMessage() {
    SQLException failure = new SQLException("No suitable driver found for " + ONE.url());

    assertThat(TargetErrors.target(ONE, failure))
        .hasMessage(
            "cannot use jdbc:mariadb://a/db?user=u&password=***: "
                + "No suitable driver found for jdbc:mariadb://a/db?user=u&password=***");
    assertThat(TargetErrors.words(failure)).doesNotContain("S3CRET");
  }

  @Test
  void whatToDoIsSaidWhereItIsKnown() {
    assertThat(TargetErrors.target(TWO, new SQLException("Too many connections", "08004", 1040)))
        .hasMessageStartingWith("cannot use jdbc:mariadb://b/db: Too many connections (end ");
    assertThat(TargetErrors.target(TWO, new SQLException("reset", "08000")))
        .hasMessage("cannot use jdbc:mariadb://b/db: reset");
  }

  @Test
  void theEndpointThatFailedIsNamed() {
    SQLException failure =
        new EndpointException(1, new SQLException("Too many connections", "08004", 1040));

    assertThat(new LoadTargets(List.of(ONE, TWO), List.of()).unusable(failure))
        .hasMessageStartingWith(
            "cannot use endpoint 2, jdbc:mariadb://b/db: Too many connections (end ");
    assertThat(new LoadTargets(List.of(ONE, TWO), List.of()).endpoint(failure))
        .isEqualTo("endpoint 2, jdbc:mariadb://b/db");
  }

  @Test
  void aFailureWithoutAnEndpointNamesAllOfThem() {
    SQLException failure = new SQLException("reset", "08000");

    assertThat(new LoadTargets(List.of(ONE, TWO), List.of()).unusable(failure))
        .hasMessage(
            "cannot use one of the endpoints jdbc:mariadb://a/db?user=u&password=***,"
                + " jdbc:mariadb://b/db: reset");
    assertThat(new LoadTargets(List.of(TWO), List.of()).unusable(failure))
        .hasMessage("cannot use jdbc:mariadb://b/db: reset");
    assertThat(new LoadTargets(List.of(TWO), List.of()).endpoint(failure)).isEmpty();
  }

  private static Target target(String url) {
    return new Target("t", url, "", Secret.NONE, false);
  }
}
