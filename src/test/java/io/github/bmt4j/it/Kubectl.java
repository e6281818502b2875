package io.github.bmt4j.it;

import io.github.bmt4j.load.run.AgentMain;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A stand-in for kubectl on a PATH: it notes its calls, and its pods are agents of this machine.
 */
record Kubectl(Path folder) {
  /**
   * Makes one.
   *
   * @param pods lines of a list of pods, as bmt asks for it
   */
  static Kubectl of(String... pods) {
    Bmt.process(); // From here on, the class path of other JVMs is that of its jar.
    Kubectl kubectl = new Kubectl(Bmt.newFolder("kubectl"));
    Path program = kubectl.folder.resolve("kubectl");
    try {
      Files.write(kubectl.folder.resolve("pods"), List.of(pods));
      Files.writeString(
          program,
          """
          #!/bin/sh
          printf "%%s\\n" "$*" >> %1$s/calls
          case "$*" in
            *"create -f -") cat > %1$s/manifest.yaml ;;
            *"get pods "*) cat %1$s/pods ;;
            *"get job "*) echo parallelism/2 ;;
            *"attach "*) exec %2$s ;;
          esac
          """
              .formatted(
                  kubectl.folder,
                  String.join(" ", Launch.jvm(List.of(), AgentMain.class, List.of()))));
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return kubectl;
  }

  /** The command with this on its PATH. */
  Bmt with(Bmt bmt) {
    return bmt.with("PATH", folder + ":" + System.getenv("PATH"));
  }

  List<String> calls() {
    try {
      Path calls = folder.resolve("calls");
      return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String manifest() throws IOException {
    return Files.readString(folder.resolve("manifest.yaml"));
  }
}
