package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static io.github.bmt4j.it.Program.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
          "Apache-2.0", "Apache License",
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
                "run oltp_point_select --table-size=1000 --time=1 --warmup=1 --cache-dir=%s",
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
                  "run count_hits --pages=10 --time=1 --warmup=1 --cache-dir=%s",
                  ItServers.cache()))
          .measured();
    } finally {
      Files.delete(place);
    }
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
