package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.jdbc.Target;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The way to a server: its name, its port, the login. */
final class ReachChecks {
  private static final String NETWORK = "network";
  private static final String LOGIN = "login";

  private static final String LOAD = "load's connection";

  /** Options by which a driver encrypts without checking the certificate. */
  private static final Pattern ANY_CERTIFICATE =
      Pattern.compile(
          "(?i)[?&](sslMode=(?:trust|required|preferred|allow)|trustServerCertificate=true)(?=&|$)");

  private static final Pattern WITHOUT_TCP =
      Pattern.compile("(?i)[?&](localSocket|pipe|socketFactory)=([^&]+)");

  private ReachChecks() {}

  /**
   * A way to connect without host and port of the URL; absent if TCP is used.
   *
   * @param url of MariaDB Connector/J
   */
  static @Nullable CheckFinding withoutTcp(String url) {
    Matcher other = WITHOUT_TCP.matcher(url);
    if (!other.find()) {
      return null;
    }
    String way = other.group(1) + "=" + other.group(2);
    if (!other.group(1).equalsIgnoreCase("localSocket")) {
      return CheckFinding.unknown(
          NETWORK, way + ": only the driver can check this way to the server");
    }
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(other.group(2)))) {
      return CheckFinding.ok(NETWORK, way + ": a server listens");
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      return unreachable(
          way + ": no server listens there (" + e.getMessage() + ")",
          "start the server, or correct the path");
    }
  }

  static CheckFinding network(Reach reach) {
    String ips = String.join(", ", reach.ips());
    String found =
        reach.ips().isEmpty() || ips.equals(reach.address().getHostString())
            ? NodeUrl.text(reach.address())
            : NodeUrl.text(reach.address()) + " is " + ips;
    if (reach.obstacle() == Reach.Obstacle.NONE) {
      return CheckFinding.ok(
          NETWORK,
          words(
              "%s; TCP connects in %.2f ms",
              found, reach.connects().stream().mapToDouble(Double::doubleValue).max().orElse(0)));
    }
    if (!reach.connects().isEmpty()) {
      return CheckFinding.warning(
          NETWORK,
          words("%s; one of them does not answer: %s", found, reach.words()),
          "every new connection may have to wait for it first",
          "name the address that answers");
    }
    return switch (reach.obstacle()) {
      case UNKNOWN_HOST ->
          unreachable(
              "no such host: " + reach.address().getHostString(),
              "correct the name in --url, or the names this machine knows");
      case REFUSED ->
          unreachable(
              found + " refuses: no server listens there", "start the server, or correct the port");
      case TIMEOUT ->
          unreachable(
              found + " does not answer within 3 s",
              "look for a firewall or security group between here and there");
      default -> unreachable(found + " cannot be reached: " + reach.words(), "look at the network");
    };
  }

  private static CheckFinding unreachable(String found, String remedy) {
    return CheckFinding.error(NETWORK, found, "the run cannot start", remedy);
  }

  static CheckFinding refused(Target target, SQLException failure) {
    String remedy = FailedLogin.remedy(target, failure);
    return CheckFinding.error(LOGIN, FailedLogin.of(failure), "the run cannot start", remedy);
  }

  static CheckFinding loggedIn(String user, String driver, double connectMillis) {
    return CheckFinding.ok(LOGIN, words("%s with %s, in %.1f ms", user, driver, connectMillis));
  }

  /** The load's own connection, which another driver may have opened. */
  static CheckFinding ofLoad(LoadClient client, boolean prepared) {
    String statements =
        client.statements().equals("server") ? "prepared on the server" : "sent as text";
    String found =
        words(
            "%s %s, statements %s, TLS %s",
            client.name(), client.version(), statements, client.tls());
    return CheckFinding.ok(LOAD, found)
        .warningIf(
            prepared && client.statements().equals("text"),
            "prepared statements were wanted, and text is another load",
            "look at the URL and --driver-property");
  }

  static CheckFinding loadRefused(SQLException failure) {
    return CheckFinding.error(
        LOAD,
        FailedLogin.of(failure),
        "the run cannot start: bmt's own connection works, and the load's does not",
        "look at --driver, --driver-property and the URL");
  }

  static CheckFinding roundTrip(List<Double> millis) {
    List<Double> sorted = millis.stream().sorted().toList();
    double median = sorted.get(sorted.size() / 2);
    String found =
        words(
            "median %.3f ms of %d x DO 1, from %.3f to %.3f",
            median, sorted.size(), sorted.get(0), sorted.get(sorted.size() - 1));
    return CheckFinding.ok("round trip", found)
        .noteIf(
            median > 2,
            words("no thread can run more than %,.0f statements a second", 1000 / median),
            "measure from a machine nearer to the server, or use more threads");
  }

  /** TLS, and the end of the certificate's validity. */
  static CheckFinding tls(ServerAnswers server, String url, String notAfter) {
    String tls = server.facts().tls();
    if (tls.equals("off")) {
      return CheckFinding.note(
          "TLS",
          "off",
          "faster than with TLS, but anyone on the way can read the data",
          "compare only with the same");
    }
    Matcher any = ANY_CERTIFICATE.matcher(url);
    boolean accepted = any.find();
    String certificate =
        notAfter.isEmpty()
            ? "; the end of its certificate is unknown"
            : "; certificate good until " + notAfter;
    return CheckFinding.ok("TLS", tls + certificate)
        .noteIf(
            accepted,
            (accepted ? any.group(1) : "") + " accepts any certificate, even a forged one",
            "sslMode=verify-full with serverSslCert");
  }
}
