package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.preflight.Doctor.Severity;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of URLs, and what is said of the way to them. */
class ReachTest {
  private static final InetSocketAddress DB = InetSocketAddress.createUnresolved("db", 3306);

  @Test
  void aSocketFileIsLookedAtInPlaceOfThePort(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("s.sock");
    String url = "jdbc:mariadb://localhost:1/x?sslMode=disable&localSocket=" + socket + "&a=b";
    assertThat(withoutTcp(url).severity()).isEqualTo(Severity.ERROR);
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assertThat(withoutTcp(url).severity()).isEqualTo(Severity.OK);
    }
    assertThat(withoutTcp(url).found())
        .startsWith("localSocket=" + socket + ": no server listens there");
    assertThat(withoutTcp("jdbc:mariadb://h/x?socketFactory=a.B").found()).contains("unknown");
    assertThat(ReachChecks.withoutTcp("jdbc:mariadb://localhost/x?a=localSocket")).isNull();
  }

  @Test
  void aCertificateThatNobodyVerifiesIsNoted() {
    for (String option :
        List.of(
            "sslMode=trust",
            "sslMode=REQUIRED",
            "sslmode=Preferred",
            "sslMode=allow",
            "trustServerCertificate=true")) {
      assertThat(tls("jdbc:mariadb://h/x?a=b&" + option).consequence())
          .isEqualTo(option + " accepts any certificate, even a forged one");
    }
    assertThat(tls("jdbc:mariadb://h/x?sslMode=verify-full").severity()).isEqualTo(Severity.OK);
    assertThat(tls("jdbc:mariadb://h/x?trustServerCertificate=false").severity())
        .isEqualTo(Severity.OK);
    assertThat(tls("jdbc:mariadb://h/x").severity()).isEqualTo(Severity.OK);
  }

  @Test
  void eachObstacleHasItsOwnWords() {
    assertThat(network(Reach.Obstacle.UNKNOWN_HOST)).isEqualTo("no such host: db");
    assertThat(network(Reach.Obstacle.REFUSED)).contains("refuses", "db:3306 is 10.0.0.1");
    assertThat(network(Reach.Obstacle.TIMEOUT)).contains("does not answer within 3 s");
    assertThat(network(Reach.Obstacle.NO_ROUTE)).contains("cannot be reached: why");
  }

  @Test
  void oneAddressOfSeveralThatIsSilentIsAWarning() {
    Reach half =
        new Reach(
            DB,
            List.of("10.0.0.1", "10.0.0.2"),
            List.of(1.5),
            Reach.Obstacle.TIMEOUT,
            "10.0.0.2: x");
    assertThat(ReachChecks.network(half).severity()).isEqualTo(Severity.WARNING);
    Reach well = new Reach(DB, List.of("10.0.0.1"), List.of(1.5), Reach.Obstacle.NONE, "");
    assertThat(ReachChecks.network(well).found())
        .isEqualTo("db:3306 is 10.0.0.1; TCP connects in 1.50 ms");
  }

  @Test
  void longRoundTripIsNoted() {
    assertThat(ReachChecks.roundTrip(Collections.nCopies(50, 2.0)).severity())
        .isEqualTo(Severity.OK);
    CheckFinding far = ReachChecks.roundTrip(Collections.nCopies(50, 10.0));
    assertThat(far.severity()).isEqualTo(Severity.NOTE);
    assertThat(far.consequence()).contains("more than 100 statements a second");
  }

  private static CheckFinding tls(String url) {
    return ReachChecks.tls(Facts.ofServer().tls("TLSv1.3").server(), url, "");
  }

  private static String network(Reach.Obstacle obstacle) {
    List<String> ips = obstacle == Reach.Obstacle.UNKNOWN_HOST ? List.of() : List.of("10.0.0.1");
    CheckFinding finding = ReachChecks.network(new Reach(DB, ips, List.of(), obstacle, "why"));
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    return finding.found();
  }

  private static CheckFinding withoutTcp(String url) {
    return Objects.requireNonNull(ReachChecks.withoutTcp(url));
  }
}
