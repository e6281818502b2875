package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Several servers of the user: addresses, and the login for each. From the second on, each may have
 * environment variables of its own, such as {@code BMT_PASSWORD_2}.
 */
public final class EndpointLogins {
  private static final String OPTION = "--url";
  private static final String URL = "BMT_URL";

  /** Refusals of the user's own server where bmt would start one. */
  private static final Pattern STARTED = Pattern.compile("^--url\\b|servers? that bmt starts");

  private EndpointLogins() {}

  /** {@code BMT_URL}, {@code BMT_URL_2} and so on, as far as there are. */
  static List<String> urls(UnaryOperator<@Nullable String> environment) {
    return IntStream.iterate(1, number -> number + 1)
        .mapToObj(number -> environment.apply(number == 1 ? URL : URL + "_" + number))
        .takeWhile(Objects::nonNull)
        .toList();
  }

  /**
   * A refusal of an option that the command line does not have: it names the variable instead.
   *
   * @param words the command line
   */
  public static Exception blamed(
      Exception failure, List<String> words, Map<String, String> environment) {
    String text = String.valueOf(failure.getMessage());
    boolean named = text.startsWith(OPTION);
    boolean unset = !text.startsWith(OPTION + "=") && STARTED.matcher(text).find();
    if (!(failure instanceof BadInputException)
        || !environment.containsKey(URL)
        || !(named || unset)
        || JoinedWords.namesServer(words)) {
      return failure;
    }
    return new BadInputException(
        text.replaceFirst("^" + OPTION, URL)
            + (unset ? "; unset " + URL + " to have bmt start servers" : ""));
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
