package io.github.bmt4j.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of other programs, such as a program's output or a server's message, with {@code ***} in
 * place of secrets; in doubt, too much is hidden.
 */
public final class Redacted {
  private static final String STARS = "***";

  /** Least length of a secret: shorter ones would match in many words. */
  private static final int LEAST_LETTERS = 4;

  /** A name that says that its value is a secret, such as {@code AWS_SECRET_ACCESS_KEY}. */
  public static final String NAME =
      "(?:[\\w.-]*(?:password|passwd|passphrase|pwd|secret|token|credential|signature"
          + "|(?:api|access|account|private|shared)[_-]?key)[\\w.-]*|[\\w.-]*pass\\d*)";

  /** In quotes up to the closing quote or the end of the line, else up to a space. */
  private static final String VALUE =
      "(\"[^\"\\\\\\v]*+(?:\\\\.[^\"\\\\\\v]*+)*+\"?|'[^'\\\\\\v]*+(?:(?:\\\\.|'')[^'\\\\\\v]*+)*+'?"
          + "|[^\\s\"'][^\\s\"']*)";

  /** {@code password=x}, {@code "password": "x"}, {@code <password>x<}. */
  private static final Pattern NAMED =
      pattern("(?<![\\w.-])(" + NAME + "[\"']?\\s*(?:=>|:=|[=:>])\\s*)(?!(?:yes|no)\\))" + VALUE);

  /** {@code --password x}. */
  private static final Pattern OPTION = pattern("(?<![\\w.-])(-" + NAME + "\\s+)(?!-)" + VALUE);

  /** {@code IDENTIFIED BY 'x'}, {@code IDENTIFIED VIA plugin USING 'x'}, {@code PASSWORD('x')}. */
  private static final Pattern SQL =
      pattern(
          "(\\bidentified\\s+(?:by|via|with)\\b(?:[^'\";\\n]*\\b(?:by|as|using|password)\\b)?\\s*"
              + "|\\bpassword\\s*\\(\\s*|\\bby\\s+(?=['\"]))"
              + VALUE);

  /** In a header, and of a program that takes a login: {@code Bearer x}, {@code curl -u user:x}. */
  private static final Pattern LOGIN =
      pattern("(\\b(?:bearer|basic)\\s+|\\s(?:-u|--user)[ =]\\s*[^\\s:\"']+:)" + VALUE);

  /** Of the clients, and of sshpass: {@code mysql -usomeone -px}. */
  private static final Pattern CLIENT =
      Pattern.compile("((?:mysql|mariadb|\\s-u\\s*\\w)[^\\n]*?\\s-p|sshpass\\s+-p\\s+)" + VALUE);

  /** {@code //user:x@host}: to the last @, because a password may have one in it. */
  private static final Pattern ADDRESS = pattern("(//[^\\s/@:?(]*:)(\\S*)(?=@)");

  /** {@code jdbc:oracle:thin:user/x@host}, both of them perhaps in quotes. */
  private static final Pattern ORACLE =
      pattern("(jdbc:oracle:\\w+:(?:\"[^\"]*\"|[^/@\\s\"]*)/)((?:\"[^\"]*\")?\\S*(?=@)|\\S*)");

  /** Without {@code //} where they belong: any word of it may be a password. */
  private static final Pattern UNREADABLE =
      pattern(
          "(jdbc:(?:[\\w+-]+:)?(?:mysql|mariadb)(?:\\+srv)?:(?!(?:[\\w+-]+:)?//)"
              + "|jdbc:(?!oracle:)[\\w+-]+:(?!(?:[\\w+-]+:){0,2}//)(?=[^/@\\s]*:\\S*@))"
              + "((?:.*@)?\\S*)");

  private static final List<Pattern> URLS = List.of(ORACLE, UNREADABLE);

  private static final Pattern KEY =
      Pattern.compile("(-----BEGIN [A-Z ]*PRIVATE KEY-----)(.*?)(?=-----END|\\z)", Pattern.DOTALL);

  private static final Pattern WEB_TOKEN = Pattern.compile("()(\\beyJ[\\w-]{8,}\\.[\\w.-]+)");

  private static final List<Pattern> ALL =
      List.of(ORACLE, UNREADABLE, ADDRESS, KEY, SQL, NAMED, OPTION, LOGIN, CLIENT, WEB_TOKEN);

  private static final Pattern SECRET = pattern("-*" + NAME);

  /** Settings of servers whose names look like secrets. */
  private static final Pattern NO_SECRET =
      pattern(
          "(?:-*(?:.*token_size|validate_password.*|.*password_(?:expire|history|reuse|lock).*))"
              + "\\W*");

  private Redacted() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /** Returns true if the name of a setting is one of a secret, such as "password". */
  public static boolean isNamedBy(String setting) {
    return SECRET.matcher(setting).matches() && !isNoSecret(setting);
  }

  private static boolean isNoSecret(String name) {
    return NO_SECRET.matcher(name).matches();
  }

  /** The text without recognisable secrets. */
  public static String text(String text) {
    return without(ALL, text);
  }

  /** The text without logins of URLs, and without URLs that cannot be read. */
  public static String urls(String text) {
    return without(URLS, text);
  }

  private static String without(List<Pattern> patterns, String text) {
    String result = text;
    for (Pattern pattern : patterns) {
      result =
          pattern
              .matcher(result)
              .replaceAll(
                  found ->
                      Matcher.quoteReplacement(
                          isNoSecret(found.group(1)) ? found.group() : found.group(1) + STARS));
    }
    return result;
  }

  /** The text without recognisable secrets, and without some values, wherever they are. */
  public static String text(String text, Collection<String> secrets) {
    String result = text;
    for (String secret :
        secrets.stream()
            .filter(one -> one.length() >= LEAST_LETTERS)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList()) {
      result = result.replace(secret, STARS);
    }
    return text(result);
  }

  /** The recognisable secrets of a command, without quotes and terminators. */
  public static Set<String> in(String text) {
    Set<String> secrets = new LinkedHashSet<>();
    for (Pattern pattern : ALL) {
      Matcher found = pattern.matcher(text);
      while (found.find()) {
        if (!isNoSecret(found.group(1))) {
          String secret = found.group(2).replaceAll("^[\"']|[\"']$", "");
          secrets.add(secret);
          secrets.add(secret.replaceFirst("[;&|)]+$", ""));
        }
      }
    }
    return secrets;
  }
}
