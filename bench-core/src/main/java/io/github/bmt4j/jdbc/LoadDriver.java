package io.github.bmt4j.jdbc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverCoordinates.Family;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The driver that a load goes through, with its settings: bmt's own, or a requested one, loaded
 * apart from everything else. Its jars stay open until the JVM ends, because threads may be in it
 * longer than bmt waits for them.
 */
public final class LoadDriver {
  private static final String OWN = "mariadb:" + new org.mariadb.jdbc.Driver().getMajorVersion();

  /** Every driver takes these characters literally, anywhere in a URL. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:/*@+-]*");

  private final DriverWish wish;
  private final List<Path> jars;
  private final @Nullable IsolatedDriver isolated;
  private final @Nullable DriverCoordinates language;

  private LoadDriver(
      DriverWish wish,
      List<Path> jars,
      @Nullable IsolatedDriver isolated,
      @Nullable DriverCoordinates language) {
    this.wish = wish;
    this.jars = List.copyOf(jars);
    this.isolated = isolated;
    this.language = language;
  }

  /** bmt's own, with the requested settings. */
  public static LoadDriver own(DriverWish wish) {
    return new LoadDriver(wish, List.of(), null, ownCoordinates());
  }

  /**
   * The requested driver; missing files are downloaded from Maven's repositories.
   *
   * @throws BadInputException when it cannot be obtained; nothing else was touched by then
   */
  public static LoadDriver open(DriverWish wish, MavenArtifacts artifacts, Progress progress) {
    if (wish.driver() == null) {
      return own(wish);
    }
    List<Path> jars = new ArrayList<>();
    for (DriverCoordinates jar : wish.jars()) {
      try {
        Path file = artifacts.resolve(jar.maven(), progress);
        jars.add(file);
        if (!jar.isWellKnown()) {
          progress.say(
              words(
                  "The code of %s runs in bmt and gets your login: SHA-256 %s",
                  jar.maven(), Sha256.of(List.of(file))));
        }
      } catch (TargetException e) {
        throw new BadInputException("driver " + e.getMessage());
      }
    }
    return load(wish, jars);
  }

  /**
   * Loads the requested driver.
   *
   * @param jars of the driver, then further jars
   * @throws BadInputException when there is no driver in them, or one that lacks a class
   */
  public static LoadDriver load(DriverWish wish, List<Path> jars) {
    return load(wish, jars, ClassLoader.getPlatformClassLoader(), Map.of());
  }

  /**
   * Loads the requested driver with further classes.
   *
   * @param parent of the driver's class loader, with the JDK's classes, and those that the driver
   *     must see besides its own
   * @param classes by their names, defined beside the driver's
   * @throws BadInputException when there is no driver in the jars, or one that lacks a class
   */
  public static LoadDriver load(
      DriverWish wish, List<Path> jars, ClassLoader parent, Map<String, byte[]> classes) {
    IsolatedDriver isolated = null;
    try {
      isolated = new IsolatedDriver(jars, parent, classes);
      return new LoadDriver(wish, jars, isolated, language(wish, isolated));
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--driver", "=" + wish.driver() + ": it is no JDBC driver");
    } catch (LinkageError e) {
      if (isolated != null) {
        isolated.close();
      }
      throw unusable(wish, e);
    }
  }

  /**
   * The exception for a driver that cannot work, because a class is missing or not for this Java.
   * Closes the driver.
   */
  public BadInputException unusable(LinkageError failure) {
    IsolatedDriver driver = isolated;
    if (driver == null) {
      throw failure;
    }
    driver.close();
    return unusable(wish, failure);
  }

  private static BadInputException unusable(DriverWish wish, LinkageError failure) {
    Throwable reason = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException) {
        reason = cause;
      }
    }
    String words = String.valueOf(reason.getMessage()).strip().replaceAll("\\s+", " ");
    boolean missing = reason != failure || reason instanceof NoClassDefFoundError;
    return new BadInputException(
        "--driver",
        words(
            "=%s: it cannot be loaded, because %s",
            wish.driver(),
            missing
                ? "class "
                    + words.replace('/', '.')
                    + " is not in its jars: add the jar that has it, as in --driver-with"
                    + " group:artifact:version"
                : words));
  }

  static DriverCoordinates ownCoordinates() {
    return DriverCoordinates.parse(OWN);
  }

  /** The requested driver and settings; may hold a password. */
  public DriverWish wish() {
    return wish;
  }

  /** The driver whose options its URLs have; absent if bmt does not know them. */
  public @Nullable DriverCoordinates language() {
    return language;
  }

  /** Its jars, the driver's first; none for bmt's own. */
  public List<Path> jars() {
    return jars;
  }

  /** Its jars, each with its coordinates and SHA-256; none for bmt's own. */
  public List<String> artifacts() {
    return IntStream.range(0, jars.size())
        .mapToObj(i -> wish.jars().get(i).maven() + " " + Sha256.of(List.of(jars.get(i))))
        .toList();
  }

  /**
   * The URL of a server as this driver reads it: with TLS and the properties that a URL may
   * contain, but without settings of bmt.
   *
   * @throws BadInputException when it cannot be translated for this driver
   */
  public String url(String base) {
    DriverCoordinates known = language;
    return withProperties(
        known == null ? base : wrappedIfAsked(DriverUrl.translated(base, known, false)));
  }

  /**
   * Opens a connection, whose session is as the driver makes it. The caller closes it.
   *
   * @param url result of {@link #url}; options may have been added
   */
  public Connection open(String url, Properties login) throws SQLException {
    Properties all = new Properties();
    all.putAll(login);
    apart().forEach(all::setProperty);
    return isolated == null ? DriverManager.getConnection(url, all) : isolated.connect(url, all);
  }

  /** Returns true if it has settings for the same work as in sysbench. */
  public boolean parity() {
    return wish.parity() && language != null;
  }

  /** Warnings about it, shown with the figures. */
  public List<String> notes() {
    return language != null
        ? List.of()
        : List.of(
            "bmt does not know the options of "
                + wish.driver()
                + ": it is as shipped, and the URL is as you gave it");
  }

  /**
   * Mode in which statements with parameters go to at least one of the targets, unless a server's
   * limit prevents it: URLs and the driver's properties win; by default, drivers send text.
   */
  public PsMode wanted(PsMode asked, List<Target> targets) {
    return targets.stream().anyMatch(target -> connector(target, asked, 0).preparesOnServer())
        ? PsMode.AUTO
        : PsMode.DISABLE;
  }

  /**
   * Its connections to a target. Opens none.
   *
   * @param statements number of different statements that a connection will prepare
   * @throws BadInputException when the target's URL cannot be translated for this driver
   */
  public Connector connector(Target target, PsMode psMode, int statements) {
    String url = withProperties(url(target, psMode, statements, false));
    String urlUnderLoad = withProperties(url(target, psMode, statements, true));
    IsolatedDriver driver = isolated;
    BadInputException.check(
        driver == null || accepts(driver, url),
        "the driver " + wish.driver() + " does not take " + JdbcUrl.redacted(url));
    return new Connector(
        url,
        urlUnderLoad,
        target,
        apart(),
        driver == null ? DriverManager::getConnection : driver::connect);
  }

  /**
   * The connections to a target that are not part of the load: of bmt's own driver, or, for servers
   * outside the MySQL family, of this driver.
   */
  public Connector control(Target target, PsMode psMode, int statements) {
    return target.dialect() == Dialect.MYSQL
        ? new Connector(target, psMode, statements)
        : connector(target, psMode, statements);
  }

  /**
   * Checks the options of a target's URL and the driver's properties. Opens no connection.
   *
   * @throws BadInputException when the driver does not know one, or not its value
   */
  public void check(Target target) {
    String url = connector(target, PsMode.AUTO, 1).url();
    if (target.dialect() != Dialect.MYSQL) {
      return; // Drivers list their properties, and take others in URLs.
    }
    Driver driver = isolated == null ? JdbcUrl.ownDriver() : isolated.driver();
    String said = JdbcUrl.redacted(target.url()) + ": ";
    UrlOptions.wrongValue(driver, url)
        .ifPresent(
            why -> {
              throw new BadInputException(said + why);
            });
    List<String> unknown = UrlOptions.unknown(driver, url);
    BadInputException.check(
        unknown.isEmpty(),
        words(
            "%s%s%s of %s; leave out what your driver does not know",
            said,
            String.join(", ", unknown),
            unknown.size() == 1 ? " is not an option" : " are not options",
            wish.driver() == null ? "MariaDB Connector/J" : wish.driver().text()));
  }

  private boolean accepts(IsolatedDriver driver, String url) {
    try {
      return driver.accepts(url);
    } catch (LinkageError e) {
      throw unusable(e);
    }
  }

  private String withProperties(String plain) {
    String url = plain;
    for (Map.Entry<String, String> property : wish.properties().entrySet()) {
      String name = property.getKey();
      url = JdbcUrl.without(url, name);
      if (standsInUrl(name)) {
        url = JdbcUrl.with(url, name, property.getValue());
      }
    }
    return url;
  }

  private Map<String, String> apart() {
    Map<String, String> apart = new HashMap<>(wish.properties());
    apart.keySet().removeIf(this::standsInUrl);
    return apart;
  }

  private boolean standsInUrl(String property) {
    return !Redacted.isNamedBy(property)
        && PLAIN.matcher(wish.properties().getOrDefault(property, "")).matches();
  }

  private String url(Target target, PsMode psMode, int statements, boolean underLoad) {
    DriverCoordinates known = language;
    if (known == null) {
      return target.url();
    }
    // TLS options in the URL of a server that bmt started are not the user's.
    String base =
        target.ours() && !wish.parity() ? JdbcUrl.without(target.url(), "sslMode") : target.url();
    String url = DriverUrl.translated(base, known, wish.parity());
    if (wish.parity()) {
      Map<String, String> settings =
          new LinkedHashMap<>(ParitySettings.sysbench(known, psMode, statements));
      settings.putAll(ParitySettings.ofLoad(underLoad));
      url = JdbcUrl.with(url, settings);
    }
    return wrappedIfAsked(url);
  }

  private String wrappedIfAsked(String url) {
    DriverCoordinates driver = wish.driver();
    return driver != null && driver.family() == Family.AWS ? DriverUrl.wrapped(url) : url;
  }

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
}
