package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.SpringProperties.Value;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PoolProperties;
import io.github.bmt4j.jdbc.Redaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The settings of a Spring Boot application for its data source.
 *
 * @param name the file, with its profiles
 * @param words options of bmt that say the same; one may have a password, so never print them
 * @param pool properties by HikariCP's names
 * @param left what is not used, each with the reason
 */
record SpringFile(String name, List<String> words, Map<String, String> pool, List<String> left) {
  static final String OPTION = "--spring";

  private static final String PREFIX = "spring.datasource.";
  private static final String DRIVER_PROPERTY = "--driver-property";
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{\\s*([\\w.-]+)\\s*(?::.*)?}");
  private static final Pattern SCHEME = Pattern.compile("jdbc:(?:mariadb|mysql):([a-z-]+):?//.*");

  private static final Pattern IN_URL = Pattern.compile("[?&]([^=&]+)=([^&]*)");

  /** Options of a URL that belong to its servers: those that bmt starts have other ones. */
  private static final Pattern OF_SERVER =
      Pattern.compile("(?i)user|localSocket|pipe|.*(?:ssl|tls|cert|trust|keystore|publickey).*");

  /** Options that name servers which bmt starts. */
  private static final List<String> STARTED =
      List.of("--target", "--topology", "--nodes", "--replicas", "--mysql-host", "--mysql-socket");

  /** Options of a command that starts its servers unless it has one of these. */
  private static final List<String> OF_OWN_CLUSTER = List.of("--trigger", "--node");

  /** Puts the options of the file on the line, as far as it does not have them. */
  static final class Expansion implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's signature.
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (args.isEmpty()) {
        return false; // picocli says that the value is missing.
      }
      String value = args.pop();
      try {
        SpringFile file =
            read(value, System::getenv, command, name -> isGiven(name, args, command));
        PoolOptions options = option.scope().get();
        options.file = file;
        for (int i = file.words.size() - 1; i >= 0; i--) {
          args.push(file.words.get(i));
        }
      } catch (BadInputException e) {
        throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
      } catch (Exception e) {
        throw new IllegalStateException("a field of picocli cannot be read", e);
      }
      args.push(value);
      return false;
    }

    /** Returns true if the line has the option, before or behind that of the file. */
    private static boolean isGiven(String name, List<String> behind, CommandSpec command) {
      String[] words = name.split("=", 2);
      OptionSpec found = command.findOption(words[0]);
      Object value = found == null ? null : found.getValue();
      boolean before =
          value instanceof Collection<?> all
              ? all.stream()
                  .anyMatch(one -> words.length < 2 || (one + "=").startsWith(words[1] + "="))
              : value != null
                  && (words.length < 2
                      ? !value.toString().equals(found.defaultValue())
                      : value.toString().equalsIgnoreCase(words[1]));
      List<String> following = new ArrayList<>(behind);
      Collections.reverse(following);
      return before
          || JoinedWords.of(following, command).stream()
              .anyMatch(word -> (word + "=").startsWith(name + "="));
    }
  }

  /**
   * Reads a file for a command.
   *
   * @param given true for an option that the line has; with {@code =word} behind it, only if it has
   *     this value, or a value of this key
   * @throws BadInputException when it cannot be read, has no data source, or needs an option
   */
  static SpringFile read(
      String text,
      UnaryOperator<@Nullable String> environment,
      CommandSpec command,
      Predicate<String> given) {
    SpringProperties properties = new SpringProperties(text, environment);
    Map<String, Value> found = properties.below(PREFIX);
    properties.check(!found.isEmpty(), "it has no " + PREFIX + "*");
    List<String> words = new ArrayList<>();
    Map<String, String> pool = new LinkedHashMap<>();
    List<String> left = new ArrayList<>();
    Map<String, Value> logins = new LinkedHashMap<>();
    found.forEach(
        (name, value) -> {
          String bare = name.replaceFirst("^hikari\\.", "").replaceFirst("^jdbcurl$", "url");
          if (List.of("url", "username", "password", "driverclassname").contains(bare)) {
            // That of the pool comes first, as Spring Boot has it.
            logins.merge(bare, value, (a, b) -> name.startsWith("hikari.") ? b : a);
          } else if (name.startsWith("hikari.datasourceproperties.")) {
            String key = value.key().substring(value.key().lastIndexOf('.') + 1);
            property(key, properties.resolved(value), given, words, left);
          } else if (name.startsWith("hikari.")) {
            Optional<String> named = PoolProperties.named(bare);
            Optional<String> refused =
                named.isEmpty()
                    ? Optional.of("HikariCP has no such property")
                    : PoolProperties.refused(named.get());
            refused.ifPresentOrElse(
                why -> left.add(shown(value) + " (" + why + ")"),
                () -> pool.put(named.orElseThrow(), properties.resolved(value)));
          } else if (!name.equals("type") || !value.text().endsWith(".HikariDataSource")) {
            left.add(shown(value) + " (bmt has no such setting)");
          }
        });
    Value url = logins.get("url");
    Value driver = logins.get("driverclassname");
    String address = url == null ? "" : properties.resolved(url);
    properties.check(
        JdbcUrl.redacted(address).equals(address),
        "the URL has a password in it: leave it out there, and set BMT_PASSWORD");
    checkDriver(properties, address, driver, given, left);
    boolean own = takesUrl(command, given) && (url != null || given.test("--url"));
    if (own && !given.test("--url")) {
      words.add("--url=" + address);
    } else if (url != null) {
      boolean other = given.test("--url") || given.test("--mysql-host");
      left.add("url (" + (other ? "another was given)" : "bmt starts the servers)"));
      if (!other) {
        optionsOf(address, command, given, words, left);
      }
    }
    Value user = logins.get("username");
    if (own && user != null && !given.test("--user")) {
      words.add("--user=" + properties.resolved(user));
    }
    Value password = logins.get("password");
    boolean known = given.test("--password") || environment.apply("BMT_PASSWORD") != null;
    if (own && password != null && !known) {
      secret(password, environment, words, left);
    }
    return new SpringFile(properties.name(), words, pool, left);
  }

  /** Returns true if joined words of a command take their server from a file. */
  static boolean namesServer(List<String> words) {
    List<String> names = words.stream().map(OptionNames::of).toList();
    return names.contains(OPTION)
        && STARTED.stream().noneMatch(names::contains)
        && (!(names.contains("failover") || names.contains("balance"))
            || OF_OWN_CLUSTER.stream().anyMatch(names::contains));
  }

  /** Returns true if the command works on the user's own servers, which the file may name. */
  private static boolean takesUrl(CommandSpec command, Predicate<String> given) {
    return command.findOption("--url") != null
        && STARTED.stream().noneMatch(given)
        && (command.findOption("--trigger") == null || OF_OWN_CLUSTER.stream().anyMatch(given));
  }

  private static String shown(Value value) {
    return value.key().substring(PREFIX.length());
  }

  private static void property(
      String key, String value, Predicate<String> given, List<String> words, List<String> left) {
    String why =
        !Redaction.param(key, value).equals(value)
            ? "a secret: give it by " + DRIVER_PROPERTY
            : given.test(DRIVER_PROPERTY + "=" + key) ? DRIVER_PROPERTY : "";
    if (why.isEmpty()) {
      words.add(DRIVER_PROPERTY + "=" + key + "=" + value);
    } else {
      left.add(key + " (" + why + ")");
    }
  }

  /** Takes what a URL says beside its servers: the mode and the options of the driver. */
  private static void optionsOf(
      String url,
      CommandSpec command,
      Predicate<String> given,
      List<String> words,
      List<String> left) {
    Matcher scheme = SCHEME.matcher(url);
    if (scheme.matches() && command.findOption("--ha") != null && !given.test("--ha")) {
      words.add("--ha=" + scheme.group(1));
    }
    for (MatchResult option : IN_URL.matcher(url).results().toList()) {
      String name = option.group(1);
      String same =
          Map.of("connectTimeout", "--connect-timeout", "socketTimeout", "--socket-timeout")
              .getOrDefault(name, "");
      Optional<String> stronger =
          Stream.of(same, "--settings=tuned")
              .filter(other -> !same.isEmpty() && given.test(other))
              .findFirst();
      if (OF_SERVER.matcher(name).matches()) {
        left.add(name + " (bmt starts the servers)");
      } else if (stronger.isPresent()) {
        left.add(name + " (" + stronger.get() + ")");
      } else {
        property(name, option.group(2), given, words, left);
      }
    }
  }

  /**
   * The driver's version is in no file of settings: where it is not bmt's own, it must be given.
   */
  private static void checkDriver(
      SpringProperties properties,
      String url,
      @Nullable Value driver,
      Predicate<String> given,
      List<String> left) {
    if (given.test("--driver")) {
      return;
    }
    String type = driver == null ? "" : properties.resolved(driver);
    properties.check(
        type.isEmpty()
            ? url.isEmpty() || url.startsWith("jdbc:mariadb:")
            : type.startsWith("org.mariadb."),
        "the application's driver is not bmt's own: name it with its version, as in --driver"
            + " mysql:9.7.0");
    left.add("the application's version of the driver (bmt's own is used: --driver names another)");
  }

  /** The password, if a variable of the environment has it; that of bmt comes first. */
  private static void secret(
      Value password,
      UnaryOperator<@Nullable String> environment,
      List<String> words,
      List<String> left) {
    Matcher variable = VARIABLE.matcher(password.text());
    String value = variable.matches() ? environment.apply(variable.group(1)) : null;
    if (value == null) {
      left.add(
          "password (set "
              + (variable.matches() ? variable.group(1) + " or " : "")
              + "BMT_PASSWORD in the environment)");
    } else {
      words.add("--password=" + value);
    }
  }

  @Override
  public String toString() {
    return "SpringFile[" + name + "]";
  }
}
