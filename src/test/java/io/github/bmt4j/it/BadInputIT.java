package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that cannot work: exit code 2 or 3, one line, and nothing was touched. */
class BadInputIT {
  private static final String SECRET = "S3cr-3t'Wort";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run oltp_read_write --url",
        "run oltp_read_write --url=nope",
        "run oltp_read_write --url=jdbc:mysql://127.0.0.1:1/x",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --url jdbc:mariadb://127.0.0.1:1/x",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --target=embedded",
        "run oltp_read_write --url jdbc:mariadb://127.0.0.1:1/x --target=embedded",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --password --warmup=0",
        "run oltp_read_write --password=p",
        "run oltp_read_write --password p",
        "run oltp_read_write --mysql_password=p --target=embedded",
        "run oltp_read_write --mysql_password",
      })
  void isRefusedThroughTheLauncherAsWithoutIt(String line) {
    Cache cache = Cache.withBinaries();
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
    words.addAll(2, List.of("--cache-dir", cache.path().toString()));
    String[] all = words.toArray(String[]::new);
    assertThat(refused(Bmt.launcher().run(all), 2)).isEqualTo(refused(Bmt.command().run(all), 2));
    assertThat(cache.path().resolve("servers")).doesNotExist();
  }

  /** Programs in it would be executed, and folders deleted, that another user can exchange. */
  @ParameterizedTest
  @ValueSource(strings = {"run oltp_point_select --time=1", "failover", "lab up"})
  void aCacheOfAnotherUserIsRefused(String line) throws IOException {
    Path cache = Bmt.newFolder("cache");
    assumeTrue(Files.getOwner(cache).getName().equals("root"), "only root has folders of others");
    Files.setAttribute(cache, "unix:uid", 65_534);
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
    words.add("--cache-dir=" + cache);
    assertThat(refused(Bmt.command().run(words.toArray(String[]::new)), 2))
        .contains(
            cache.toString(), "another user", ": name another --cache-dir (JMH: -Dbmt.cache)");
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void settingsOfMavenThatCannotBeReadAreNamed() throws IOException {
    Path home = Bmt.newFolder("home");
    Path settings = Files.createDirectories(home.resolve(".m2")).resolve("settings.xml");
    Files.writeString(settings, "<settings><broken");
    Ended ended =
        Bmt.launcher()
            .with("BMT_JAVA_OPTIONS", "-Duser.home=" + home)
            .run("run", "oltp_point_select", "--cache-dir=" + home.resolve("cache"));
    assertThat(refused(ended, 2)).contains("Maven's settings cannot be read", settings.toString());
  }

  /** Limits under which Java starts and bmt cannot work. */
  @ParameterizedTest
  @ValueSource(strings = {"ulimit -n 40", "JAVA_TOOL_OPTIONS=-Xmx6m; export JAVA_TOOL_OPTIONS"})
  void limitsOfTheSystemEndInOneLine(String limit) throws Exception {
    assertThat(limited(limit, "run oltp_point_select --url=jdbc:mariadb://127.0.0.1:1/x"))
        .startsWith("bmt: Java");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "failover",
        "failover --url=jdbc:mariadb://127.0.0.1:1/x --trigger=manual",
        "run oltp_point_select"
      })
  void aLimitOfOpenFilesThatLeavesNoRoomIsNamed(String command) throws Exception {
    assertThat(limited("ulimit -n 110", command))
        .matches(
            "bmt: .*the limit of open files is too low: 110 may be open, \\d+ are, and about \\d+"
                + " are needed; raise it, as in ulimit -n \\d+");
  }

  /** The only line that a command says under a limit, and ends with 3. */
  private static String limited(String limit, String command) throws Exception {
    Path jar = Path.of("..", "..", "bench-cli", "target", "bmt.jar");
    Process process =
        new ProcessBuilder("sh", "-c", limit + "; exec java -jar '" + jar + "' " + command)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(3);
    // The first command of a user unpacks the server's program.
    List<String> lines =
        said.lines().filter(line -> !line.matches("(Picked up|Unpacking) .*")).toList();
    assertThat(lines).as(said).hasSize(1);
    return lines.get(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void serverThatDoesNotLetUsInIsNamed(Servers server) {
    Database database = server.database();
    Ended password = database.command().with("BMT_PASSWORD", SECRET).run("run", "oltp_read_write");
    assertThat(refused(password, 3)).contains("Access denied");
    Ended user = database.command().with("BMT_USER", "nobody").run("run", "oltp_read_write");
    // MySQL asks unknown users for proof of any kind, so that nobody learns who is unknown.
    assertThat(refused(user, 3)).containsAnyOf("Access denied", "authentication");
    String elsewhere = database.url().replace(database.name(), "no_such_database");
    Ended unknown = database.command().with("BMT_URL", elsewhere).run("run", "oltp_read_write");
    assertThat(refused(unknown, 3)).contains("no_such_database");
    String nowhere = database.url().replace("/" + database.name(), "/");
    for (String command : List.of("run", "prepare", "cleanup")) {
      Ended none = database.command().with("BMT_URL", nowhere).run(command, "oltp_read_write");
      assertThat(refused(none, 3)).contains("names no database");
    }
    assertThat(database.rows("SHOW TABLES")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"failover --deadline=20s", "catch-up", "failover --topology=primary"})
  void aServerOfTheEnvironmentIsBlamedByTheVariable(String line) {
    Bmt bmt = Bmt.process().with("BMT_URL", "jdbc:mariadb://127.0.0.1:1/none");
    assertThat(bmt.run(line.split(" ")).exits(2).err())
        .contains("; unset BMT_URL to have bmt start servers");
  }

  @Test
  void userWhoMayNotMakeTablesIsTold() {
    Database database = Servers.EMBEDDED.database();
    database.execute(
        "CREATE USER reader IDENTIFIED BY '" + SECRET.replace("'", "''") + "'",
        "GRANT SELECT ON " + database.name() + ".* TO reader");
    Ended ended =
        database
            .command()
            .with("BMT_USER", "reader")
            .with("BMT_PASSWORD", SECRET)
            .run("run", "oltp_read_write");
    ended.exits(3);
    assertThat(ended.err()).contains("bmt: ").contains("denied");
    assertThat(ended.runs()).isEmpty();
    assertThat(ended.everything()).doesNotContain(SECRET, "\tat ");
  }

  @Test
  void passwordIsNowhereInWhatARunLeaves() {
    Database database = withSecret();
    for (String login :
        List.of("&user=secretive&password=" + SECRET, "&password=" + SECRET + "&user=secretive")) {
      Bmt bmt = login.startsWith("&user") ? Bmt.process() : Bmt.command();
      Ended ended =
          bmt.run(
                  words(
                      "run oltp_point_select --table-size=500 --url %s%s --warmup=0 --events=50",
                      database.url(), login))
              .measured();
      assertThat(ended.everything()).doesNotContain(SECRET).contains("password=***");
    }
    Ended words =
        Bmt.command()
            .run(
                words(
                    "run oltp_point_select --table-size=500 --url=%s --user=secretive"
                        + " --password=%s --warmup=0 --events=50",
                    database.url(), SECRET))
            .measured();
    assertThat(words.everything()).doesNotContain(SECRET);
  }

  @Test
  void launcherHidesThePasswordFromTheListOfProcesses() {
    Database database = withSecret();
    String withPassword = database.url() + "&user=secretive&password=" + SECRET;
    List<List<String>> ways =
        List.of(
            List.of("--url", database.url(), "--user", "secretive", "--password", SECRET),
            List.of("--url=" + withPassword));
    for (List<String> way : ways) {
      List<String> words = new ArrayList<>(List.of("run", "oltp_point_select", "--warmup=0"));
      words.add("--table-size=500");
      words.addAll(way);
      words.add("--time=1");
      try (Running running = Bmt.launcher().start(words.toArray(String[]::new))) {
        running.awaitOutput("oltp_point_select on .*");
        assertThat(running.commandLines())
            .contains("io.github.bmt4j.cli.Main")
            .doesNotContain(SECRET);
        Ended ended = running.await().measured();
        assertThat(ended.everything()).doesNotContain(SECRET);
      }
    }
  }

  private static Database withSecret() {
    Database database = Servers.EMBEDDED.database();
    database.execute(
        "CREATE OR REPLACE USER secretive IDENTIFIED BY '" + SECRET.replace("'", "''") + "'",
        "GRANT ALL ON *.* TO secretive");
    return database;
  }

  /** Checks that it was refused as it should, and gives the line that says why. */
  private static String refused(Ended ended, int code) {
    ended.exits(code);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).singleElement().asString().startsWith("bmt: ");
    assertThat(ended.err()).doesNotContain("\tat ", "Exception", SECRET);
    assertThat(ended.folder().resolve("runs")).doesNotExist();
    return ended.err();
  }
}
