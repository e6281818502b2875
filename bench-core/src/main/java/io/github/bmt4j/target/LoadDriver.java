package io.github.bmt4j.target;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.target.DriverCoordinates.Family;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The driver that a load goes through, with its settings: bmt's own, or one that was asked for and
 * that is loaded apart from everything else.
 */
public final class LoadDriver implements AutoCloseable {
  private static final String OWN = "mariadb:" + new org.mariadb.jdbc.Driver().getMajorVersion();

  /** Every driver takes these as they are, wherever they stand in a URL. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:/*@+-]*");

  private final DriverWish wish;
  private final @Nullable IsolatedDriver isolated;
  private final @Nullable DriverCoordinates language;

  private LoadDriver(
      DriverWish wish, @Nullable IsolatedDriver isolated, @Nullable DriverCoordinates language) {
    this.wish = wish;
    this.isolated = isolated;
    this.language = language;
  }

  /** bmt's own, with settings as they are wished for. */
  public static LoadDriver own(DriverWish wish) {
    return new LoadDriver(wish, null, ownCoordinates());
  }

  /**
   * Loads the driver that is wished for.
   *
   * @param jars of the driver, then of what it gets beside
   * @throws BadInputException when there is no driver in them
   */
  public static LoadDriver load(DriverWish wish, List<Path> jars) {
    IsolatedDriver isolated;
    try {
      isolated = new IsolatedDriver(jars);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--driver=" + wish.driver() + ": it is no JDBC driver");
    }
    return new LoadDriver(wish, isolated, language(wish, isolated));
  }

  static DriverCoordinates ownCoordinates() {
    return DriverCoordinates.parse(OWN);
  }

  /** What is to be said of it beside the figures. */
  public List<String> notes() {
    return language != null
        ? List.of()
        : List.of(
            "bmt does not know the options of "
                + wish.driver()
                + ": it is as shipped, and the URL is as you gave it");
  }

  /** The mode that a limit of the server's may have to end: as shipped, drivers send text. */
  public PsMode wanted(PsMode asked) {
    return wish.parity() && language != null ? asked : PsMode.DISABLE;
  }

  /**
   * Its connections to a target. Opens none.
   *
   * @param statements how many different statements a connection will prepare
   * @throws BadInputException when the target's URL cannot be made one of this driver's
   */
  public Connector connector(Target target, PsMode psMode, int statements) {
    String url = url(target, psMode, statements);
    Map<String, String> apart = new HashMap<>();
    for (Map.Entry<String, String> property : wish.properties().entrySet()) {
      String name = property.getKey();
      url = JdbcUrl.without(url, name);
      if (Secret.isNamedBy(name) || !PLAIN.matcher(property.getValue()).matches()) {
        apart.put(name, property.getValue());
      } else {
        url = JdbcUrl.with(url, name, property.getValue());
      }
    }
    IsolatedDriver driver = isolated;
    if (driver != null && !driver.accepts(url)) {
      throw new BadInputException(
          "the driver " + wish.driver() + " does not take " + JdbcUrl.redacted(url));
    }
    return new Connector(
        url, target, apart, driver == null ? DriverManager::getConnection : driver::connect);
  }

  private String url(Target target, PsMode psMode, int statements) {
    DriverCoordinates known = language;
    if (known == null) {
      return target.url();
    }
    // What bmt says of TLS in the URL of a server that it started is not the user's word.
    String base =
        target.ours() && !wish.parity() ? JdbcUrl.without(target.url(), "sslMode") : target.url();
    String url = DriverUrl.translated(base, known, wish.parity());
    if (wish.parity()) {
      Map<String, String> settings =
          new LinkedHashMap<>(ParitySettings.sysbench(known, psMode, statements));
      settings.putAll(ParitySettings.ofLoad());
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        url = JdbcUrl.with(url, setting.getKey(), setting.getValue());
      }
    }
    DriverCoordinates driver = wish.driver();
    return driver != null && driver.family() == Family.AWS ? DriverUrl.wrapped(url) : url;
  }

  /** The driver whose options the connections understand; nothing where it is not known. */
  private static @Nullable DriverCoordinates language(DriverWish wish, IsolatedDriver isolated) {
    DriverCoordinates speaking = wish.speaking();
    if (speaking.family() != Family.OTHER) {
      return speaking;
    }
    String version = Integer.toString(isolated.majorVersion());
    if (isolated.accepts("jdbc:mariadb://host/db")) {
      return DriverCoordinates.parse("mariadb:" + version);
    }
    return isolated.accepts("jdbc:mysql://host/db")
        ? DriverCoordinates.parse("mysql:" + version)
        : null;
  }

  @Override
  public void close() {
    if (isolated != null) {
      isolated.close();
    }
  }
}
