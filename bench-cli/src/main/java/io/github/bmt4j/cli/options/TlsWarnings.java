package io.github.bmt4j.cli.options;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.JdbcUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Warnings about passwords that would cross a network without TLS. */
public record TlsWarnings(
    TargetOptions target,
    @Nullable OwnNodeOptions cluster,
    @Nullable String replica,
    DriverWish driver,
    UnaryOperator<@Nullable String> environment) {
  /**
   * One warning for each server to which the command would send a password without TLS.
   *
   * @throws io.github.bmt4j.failure.BadInputException when the options of the driver are invalid
   */
  public static List<String> of(CommandSpec command, UnaryOperator<@Nullable String> environment) {
    TargetOptions target = mixin(command, TargetOptions.class);
    if (target == null) {
      return List.of();
    }
    DriverChoice choice = mixin(command, DriverChoice.class);
    DriverNames names = mixin(command, DriverNames.class);
    DriverWish driver =
        choice != null
            ? choice.wish(option -> false)
            : names == null ? DriverWish.OWN : names.wish(false);
    OptionSpec replica = command.findOption("--replica");
    return new TlsWarnings(
            target,
            mixin(command, OwnNodeOptions.class),
            replica == null ? null : replica.getValue(),
            driver,
            environment)
        .all();
  }

  private List<String> all() {
    List<String> warnings = new ArrayList<>();
    List<String> urls = target.serverUrls();
    for (int i = 0; i < urls.size(); i++) {
      add(warnings, urls.get(i), urls.get(i), i + 1);
    }
    if (replica != null) {
      add(warnings, replica, replica, 2);
    }
    OwnNodeOptions own = cluster;
    if (own != null && !urls.isEmpty()) {
      if (own.readUrl != null) {
        add(warnings, own.readUrl, own.readUrl, 1);
      }
      own.nodes.forEach(node -> add(warnings, urls.get(0), "jdbc:mariadb://" + node + "/", 1));
    }
    return warnings.stream().distinct().toList();
  }

  /**
   * @param url URL whose options decide on TLS and password
   * @param place URL whose hosts the warning names
   * @param endpoint number of the login, from 1
   */
  private void add(List<String> warnings, String url, String place, int endpoint) {
    boolean password =
        target.givesPassword()
            || environment.apply("BMT_PASSWORD") != null
            || (endpoint > 1 && environment.apply("BMT_PASSWORD_" + endpoint) != null)
            || JdbcUrl.sets(url, "password");
    boolean generic = Dialect.isGeneric(place);
    String address = generic ? place.replaceFirst(";.*", "/") : place; // As SQL Server has it.
    String hosts = JdbcUrl.hosts(address);
    if (password
        && !hosts.isEmpty()
        && driver.mayGoWithoutTls(url)
        && !JdbcUrl.namesOnlyThisMachine(address)) {
      String remedy =
          target.sysbench.isGiven() ? "--mysql-ssl=VERIFY_IDENTITY" : "sslMode=verify-full";
      warnings.add(
          words(
              "TLS to %s %s off or optional: password and data can be read in transit; give"
                  + " %s",
              hosts,
              generic ? "may be" : "is",
              generic ? "the driver's option that verifies the server" : remedy));
    }
  }

  /** The options of a class that a command has, perhaps within other options. */
  public static <T> @Nullable T mixin(CommandSpec command, Class<T> type) {
    return command.mixins().values().stream()
        .flatMap(mixin -> Stream.concat(Stream.of(mixin), mixin.mixins().values().stream()))
        .map(CommandSpec::userObject)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElse(null);
  }
}
