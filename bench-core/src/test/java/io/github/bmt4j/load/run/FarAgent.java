package io.github.bmt4j.load.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An agent to and from which every byte takes some time, as over a long line. */
final class FarAgent {
  private static final long POLL_SECONDS = 60;

  private FarAgent() {}

  private record Piece(ByteBuffer bytes, long readNanos) {}

  /**
   * Runs one.
   *
   * @param arguments time of a byte in one direction, in ms
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[0]));
    String java = ProcessHandle.current().info().command().orElseThrow();
    Process agent =
        new ProcessBuilder(
                java, "-cp", System.getProperty("java.class.path"), AgentMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    delay(System.in, agent.getOutputStream(), delayNanos);
    delay(agent.getInputStream(), System.out, delayNanos);
    agent.waitFor();
    Runtime.getRuntime().halt(0);
  }

  private static void delay(InputStream from, OutputStream to, long delayNanos) {
    BlockingQueue<Piece> underWay = new LinkedBlockingQueue<>();
    new Thread(() -> read(from, underWay)).start();
    new Thread(() -> write(to, underWay, delayNanos)).start();
  }

  private static void read(InputStream from, BlockingQueue<Piece> underWay) {
    byte[] buffer = new byte[1 << 16];
    try {
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        byte[] bytes = Arrays.copyOf(buffer, count);
        underWay.add(new Piece(ByteBuffer.wrap(bytes), System.nanoTime()));
      }
    } catch (IOException e) {
      // It has ended.
    }
    underWay.add(new Piece(ByteBuffer.allocate(0), System.nanoTime()));
  }

  private static void write(OutputStream to, BlockingQueue<Piece> underWay, long delayNanos) {
    try (to) {
      for (Piece piece = underWay.poll(POLL_SECONDS, TimeUnit.SECONDS);
          piece != null && piece.bytes.hasRemaining();
          piece = underWay.poll(POLL_SECONDS, TimeUnit.SECONDS)) {
        TimeUnit.NANOSECONDS.sleep(piece.readNanos + delayNanos - System.nanoTime());
        Channels.newChannel(to).write(piece.bytes);
        to.flush();
      }
    } catch (IOException | InterruptedException e) {
      // It has ended.
    }
  }
}
