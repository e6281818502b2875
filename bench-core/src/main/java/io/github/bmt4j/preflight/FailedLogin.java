package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reason for a failure, in the driver's words on one line and without passwords, and the remedy.
 */
public final class FailedLogin {
  private static final Pattern TLS_OFF =
      Pattern.compile("(?i)[?&](sslMode=disabled?|useSsl=false)(?=&|$)");

  private static final String TURN_TLS_ON =
      "turn it on with sslMode=verify-full in the URL, or --mysql-ssl=VERIFY_IDENTITY";

  private FailedLogin() {}

  static String of(SQLException failure) {
    Failure classed = Failure.of(failure, ErrorPhase.CONNECT);
    String words = JdbcUrl.redacted(classed.message()).replaceFirst("^\\(conn=-?\\d+\\) ", "");
    return classed.code() == 0 ? words : words + " (error " + classed.code() + ")";
  }

  /** The remedy for a server that cannot be used; empty where the failure does not show one. */
  public static String remedy(Target target, SQLException failure) {
    return switch (Failure.of(failure, ErrorPhase.CONNECT).code()) {
      case 1045, 1698 -> remedyOfLogin(target);
      case 3159 -> "the server requires TLS: " + TURN_TLS_ON;
      case 1044 -> "GRANT this login rights on the database";
      case 1049 -> "CREATE DATABASE, or correct the name in the URL";
      case 1040 -> "end connections of others, raise max_connections or use fewer threads";
      case 1203, 1226 ->
          "end other connections of this login, raise its max_user_connections or use fewer"
              + " threads";
      case 1461 ->
          "other clients hold prepared statements: raise max_prepared_stmt_count, or use"
              + " --db-ps-mode=disable";
      case 1129 -> "FLUSH HOSTS on the server: it has blocked this machine";
      case 1130 -> "CREATE USER for this machine's address";
      default -> remedyOfDriver(failure);
    };
  }

  private static String remedyOfLogin(Target target) {
    String user = JdbcUrl.value(target.url(), "user").orElse(target.user());
    if (user.isEmpty() && !JdbcUrl.hasUserInfo(target.url())) {
      return "no user was given, and the driver took that of this system: give --user and"
          + " BMT_PASSWORD";
    }
    if (!StandardCharsets.US_ASCII.newEncoder().canEncode(user)) {
      return "MariaDB Connector/J, over which bmt looks at the server, does not log in with a user"
          + " name that is not ASCII: give another account";
    }
    return "correct --user and BMT_PASSWORD, or the host that the user may come from"
        // MariaDB refuses a login without TLS in the same words.
        + (TLS_OFF.matcher(target.url()).find()
            ? "; if server or account require TLS, " + TURN_TLS_ON
            : "");
  }

  /** The remedy for a refusal by the driver, which has no code of a server. */
  private static String remedyOfDriver(SQLException failure) {
    String words =
        (failure.getMessage() + " " + Failure.of(failure, ErrorPhase.CONNECT).message())
            .toLowerCase(Locale.ROOT);
    if (words.contains("public key")) {
      return "MySQL's caching_sha2_password without TLS needs allowPublicKeyRetrieval=true in the"
          + " URL, or "
          + TURN_TLS_ON;
    }
    if (words.contains("self signed")) {
      return "sslMode=REQUIRED in the URL encrypts and trusts any certificate, with either driver";
    }
    boolean ofTls = words.contains("ssl") || words.contains("tls") || words.contains("certificat");
    // An unknown option in the URL is no failure of TLS.
    return ofTls && !words.contains("sslmode")
        ? "add sslMode=disable to the URL for a server without TLS, or"
            + " serverSslCert=/path/to/ca.pem for your own certificate authority"
        : "";
  }
}
