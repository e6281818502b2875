package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** An OpenSSH server on loopback, and a client that knows it, with keys of their own. */
final class SshServer implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/sshd");
  private static final String KNOWN = "known";

  private final Path folder;
  private final int port;
  private final Process server;

  private SshServer(Path folder, int port, Process server) {
    this.folder = folder;
    this.port = port;
    this.server = server;
  }

  static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /** Starts one with its files in a folder that is its owner's alone. */
  static SshServer start(Path folder) throws IOException, InterruptedException {
    int port = AgentCommandsIT.freePort();
    key(folder.resolve("host"));
    key(folder.resolve("user"));
    Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
    Files.writeString(
        folder.resolve("sshd_config"),
        String.join(
            "\n",
            "Port " + port,
            "ListenAddress 127.0.0.1",
            "HostKey " + folder.resolve("host"),
            "AuthorizedKeysFile " + folder.resolve("authorized"),
            "PidFile none",
            "UsePAM no",
            "StrictModes no",
            "PasswordAuthentication no",
            "KbdInteractiveAuthentication no",
            ""));
    Files.createDirectories(Path.of("/run/sshd"));
    Process process =
        new ProcessBuilder(PROGRAM.toString(), "-D", "-e", "-f", folder.resolve("sshd_config") + "")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("sshd.log").toFile())
            .start();
    SshServer server = new SshServer(folder, port, process);
    server.trust();
    // The ssh of the test's PATH takes this configuration and no other.
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("ssh");
    Files.writeString(
        program, "#!/bin/sh\nexec /usr/bin/ssh -F " + folder.resolve("ssh_config") + " \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(
        folder.resolve("ssh_config"),
        String.join(
            "\n",
            "IdentityFile " + folder.resolve("user"),
            "IdentitiesOnly yes",
            "UserKnownHostsFile " + folder.resolve(KNOWN),
            "GlobalKnownHostsFile /dev/null",
            "StrictHostKeyChecking yes",
            "LogLevel ERROR",
            ""));
    Await.until(
        "sshd listens",
        () -> Files.exists(folder.resolve("sshd.log")) && log(folder).contains("listening"));
    return server;
  }

  private static String log(Path folder) {
    try {
      return Files.readString(folder.resolve("sshd.log"));
    } catch (IOException e) {
      return "";
    }
  }

  private static void key(Path file) throws IOException, InterruptedException {
    Process made =
        new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
            .inheritIO()
            .start();
    assertThat(made.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  /** A PATH whose ssh knows this server. */
  String path() {
    return folder.resolve("bin") + ":" + System.getenv("PATH");
  }

  /** The agent that a program of this machine is over it. */
  String url(Path program) {
    return "ssh://127.0.0.1:" + port + program;
  }

  /** Makes the client know the host's key. */
  void trust() throws IOException {
    Files.writeString(
        folder.resolve(KNOWN),
        "[127.0.0.1]:" + port + " " + Files.readString(folder.resolve("host.pub")));
  }

  /** Makes the client expect another key. */
  void forgetHostKey() throws IOException {
    Files.writeString(
        folder.resolve(KNOWN),
        "[127.0.0.1]:" + port + " " + Files.readString(folder.resolve("user.pub")));
  }

  /** Makes the server refuse the client's key. */
  void refuseKey() throws IOException {
    Files.writeString(folder.resolve("authorized"), "");
  }

  @Override
  public void close() {
    server.destroy();
  }
}
