package io.github.bmt4j.cli.options;

import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Several servers of the user: addresses, and the login for each. From the second on, each may have
 * environment variables of its own, such as {@code BMT_PASSWORD_2}.
 */
public final class EndpointLogins {
  private EndpointLogins() {}

  /** {@code BMT_URL}, {@code BMT_URL_2} and so on, as far as there are. */
  static List<String> urls(UnaryOperator<@Nullable String> environment) {
    List<String> urls = new ArrayList<>();
    String url = environment.apply("BMT_URL");
    while (url != null) {
      urls.add(url);
      url = environment.apply("BMT_URL_" + (urls.size() + 1));
    }
    return urls;
  }

  /**
   * An endpoint with the login for its URL. User and password each come from the endpoint's own
   * environment variable, or else from the common login.
   *
   * @param number from 1
   * @param all the endpoint with the common login
   */
  public static TargetSpec.External endpoint(
      int number, TargetSpec.External all, UnaryOperator<@Nullable String> environment) {
    String ownUser = number == 1 ? null : environment.apply("BMT_USER_" + number);
    String ownPassword = number == 1 ? null : environment.apply("BMT_PASSWORD_" + number);
    return new TargetSpec.External(
        all.url(),
        ownUser == null ? all.user() : ownUser,
        ownPassword == null ? all.password() : Secret.of(ownPassword));
  }
}
