package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static io.github.bmt4j.it.Program.run;
import static io.github.bmt4j.it.Program.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The archives that users download, unpacked as they do it. */
class ArchiveIT {
  /** Words of licences by which their texts are told apart. */
  private static final Map<String, String> TEXTS =
      Map.of(
          "Apache-2.0", "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION",
          "BSD-2-Clause", "Redistributions in binary form",
          "BSD-3-Clause", "Neither the name",
          "CC0-1.0", "publicdomain/zero/1.0",
          "EPL-2.0", "Eclipse Public License - v 2.0",
          "LGPL-2.1-or-later", "GNU LESSER GENERAL PUBLIC LICENSE Version 2.1",
          "MIT", "Permission is hereby granted, free of charge");

  private static Path home = Path.of("");

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    home = unpacked(Files.createDirectories(Bmt.newFolder("archive").resolve("a folder")));
  }

  private static Path unpacked(Path folder) throws IOException, InterruptedException {
    run("tar -xzf %s -C %s", archive("tar.gz"), folder);
    assertThat(Ended.folders(folder)).hasSize(1);
    return Ended.folders(folder).get(0);
  }

  private static Path archive(String type) {
    String version = System.getProperty("bmt.it.archive", "");
    assumeFalse(
        version.isEmpty(),
        "tests of the archives, because this build has none; to run them: -Prelease");
    return Path.of("..", "..", "dist", "target", "bmt-" + version + "." + type).toAbsolutePath();
  }

  @Test
  void runsThroughALinkFromAnyFolder() throws IOException {
    Path link = Bmt.newFolder("links").resolve("bmt");
    Files.createSymbolicLink(link, home.resolve("bin/bmt"));
    Bmt.launcher(link)
        .run(
            words(
                "run oltp_point_select --table-size=1000 --rate=50 --time=1 --warmup=1 --cache-dir=%s",
                ItServers.cache()))
        .measured();
  }

  @Test
  void findsAWorkloadOfTheUser() throws IOException {
    Path jar = Path.of("..", "..", "examples", "own-workload", "target", "own-workload.jar");
    Path place = home.resolve("lib/ext/own-workload.jar");
    Bmt bmt = Bmt.launcher(home.resolve("bin/bmt"));

    assertThat(bmt.run("list").exits(0).out()).doesNotContain("count_hits");
    assertThat(bmt.with("BMT_CLASSPATH", jar.toString()).run("list").exits(0).out())
        .contains("count_hits");
    Files.copy(jar, place);
    try {
      bmt.run(
              words(
                  "run count_hits --pages=10 --rate=50 --time=1 --warmup=1 --cache-dir=%s",
                  ItServers.cache()))
          .measured();
    } finally {
      Files.delete(place);
    }
  }

  /** Another JVM generates it, whose unordered maps have another order. */
  @Test
  void theCompletionIsThatOfTheCommand() throws IOException {
    assertThat(
            Bmt.launcher(home.resolve("bin/bmt")).run("completion", "bash").exits(0).out().strip())
        .isEqualTo(Files.readString(home.resolve("share/bash-completion/completions/bmt")).strip());
  }

  @Test
  void theListOfContentsIsThatOfTheLibraries() throws IOException {
    Set<String> libraries = names(home.resolve("lib"), ".jar");
    JsonNode list = new ObjectMapper().readTree(home.resolve("bmt.cdx.json").toFile());
    Set<String> listed = new TreeSet<>();
    for (JsonNode one : list.get("components")) {
      listed.add(one.get("name").asText() + "-" + one.get("version").asText() + ".jar");
    }
    listed.removeIf(jar -> jar.startsWith("bench-cli-"));

    assertThat(libraries).isEqualTo(listed).noneMatch(jar -> jar.startsWith("testcontainers"));
  }

  @Test
  void everyLibraryHasTheTextOfTheLicenceThatTheListNames() throws IOException {
    JsonNode list = new ObjectMapper().readTree(home.resolve("bmt.cdx.json").toFile());
    Map<String, List<String>> licences = new TreeMap<>();
    for (JsonNode one : list.get("components")) {
      if (!one.get("group").asText().equals("io.github.bmt4j")) {
        licences.put(one.get("name").asText(), one.get("licenses").findValuesAsText("id"));
      }
    }

    assertThat(names(home.resolve("licences"), "")).isEqualTo(licences.keySet());
    for (Map.Entry<String, List<String>> library : licences.entrySet()) {
      assertThat(library.getValue()).as(library.getKey()).isNotEmpty().isSubsetOf(TEXTS.keySet());
      String texts = texts(home.resolve("licences").resolve(library.getKey()));
      for (String id : library.getValue()) {
        assertThat(texts).as(library.getKey()).contains(TEXTS.get(id));
      }
    }
  }

  private static String texts(Path folder) throws IOException {
    StringBuilder texts = new StringBuilder();
    for (Path file : Ended.folders(folder)) {
      texts.append(Files.readString(file).replaceAll("\\s+", " "));
    }
    return texts.toString();
  }

  @Test
  void thePackagesOfOthersNameTheseArchives() throws Exception {
    Path packages = archive("zip").resolveSibling("packages");
    String version = System.getProperty("bmt.it.archive");
    String release =
        "https://github.com/bmt4j/bmt4j/releases/download/v%s/bmt-%s.".formatted(version, version);
    ObjectMapper json = new ObjectMapper();

    assertThat(Files.readString(packages.resolve("bmt.rb")))
        .contains("\n  url \"" + release + "tar.gz\"\n")
        .contains("\n  sha256 \"" + sha256(archive("tar.gz")) + "\"\n")
        .doesNotContain("${");
    JsonNode sdkman = json.readTree(packages.resolve("sdkman.json").toFile());
    assertThat(sdkman.get("version").asText()).isEqualTo(version);
    assertThat(sdkman.get("url").asText()).isEqualTo(release + "zip");
    assertThat(sdkman.get("sha256sum").asText()).isEqualTo(sha256(archive("zip")));
    JsonNode jbang = json.readTree(packages.resolve("jbang-catalog.json").toFile());
    assertThat(jbang.at("/aliases/bmt/script-ref").asText())
        .isEqualTo("io.github.bmt4j:bench-cli:" + version);
    try (JarFile jar = new JarFile(home.resolve("bmt.jar").toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .as("which JBang calls")
          .isEqualTo("io.github.bmt4j.cli.Main");
    }
  }

  private static String sha256(Path file) throws Exception {
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(sum);
  }

  @Test
  void aUserWithoutNameAndHomeLoadsAServerFromAnInstallationThatOnlyRootMayWrite()
      throws IOException, InterruptedException {
    assumeTrue(
        "root".equals(System.getProperty("user.name")) && Files.exists(Path.of("/usr/bin/setpriv")),
        "a test of a user without a name, because it needs root and setpriv");
    Path folder = Files.createTempDirectory("bmt archive");
    try {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path installed = unpacked(folder);
      Set<String> files = names(installed, "");
      Path work = Files.createDirectory(folder.resolve("work"));
      Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxrwxrwx"));
      Database server = Servers.EMBEDDED.database();
      ProcessBuilder load =
          new ProcessBuilder(
              words(
                  "setpriv --reuid=12345 --regid=12345 --clear-groups %s run oltp_point_select"
                      + " --table-size=1000 --time=1 --warmup=0",
                  installed.resolve("bin/bmt")));
      load.directory(work.toFile());
      load.environment().clear();
      load.environment().put("PATH", "/usr/bin:/bin");
      load.environment().put("JAVA_HOME", System.getProperty("java.home"));
      load.environment().put("BMT_URL", server.url());
      load.environment().put("BMT_USER", server.user());
      load.environment().put("BMT_PASSWORD", server.password());

      assertThat(said(load, 0, 1)).contains(" transactions/s on 1 thread").doesNotContain("\tat ");
      assertThat(names(work, "")).containsExactly("runs");
      assertThat(names(installed, "")).isEqualTo(files);
    } finally {
      Folders.delete(folder);
    }
  }

  @Test
  void bothArchivesHaveTheSameFilesAndTheLaunchersOfBothSystems() throws IOException {
    Set<String> unpacked;
    try (Stream<Path> files = Files.walk(home)) {
      unpacked =
          files
              .filter(Files::isRegularFile)
              .map(file -> home.getParent().relativize(file).toString())
              .filter(name -> !name.endsWith(".jsa") && !name.contains("/java."))
              .collect(Collectors.toCollection(TreeSet::new));
    }
    try (ZipFile zip = new ZipFile(archive("zip").toFile())) {
      Set<String> zipped =
          zip.stream()
              .filter(entry -> !entry.isDirectory())
              .map(ZipEntry::getName)
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(unpacked).isEqualTo(zipped);
    }
    assertThat(Files.isExecutable(home.resolve("bin/bmt"))).isTrue();
    assertThat(Files.readString(home.resolve("bin/bmt.cmd")).replace("\r\n", ""))
        .doesNotContain("\n");
    for (String file :
        List.of(
            "LICENSE",
            "licences.md",
            "README.md",
            "lib/ext/README.txt",
            "share/man/man1/bmt-run.1",
            "share/bash-completion/completions/bmt",
            "share/zsh/site-functions/_bmt")) {
      assertThat(home.resolve(file)).isNotEmptyFile();
    }
  }

  private static Set<String> names(Path folder, String end) {
    return Ended.folders(folder).stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.endsWith(end))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
