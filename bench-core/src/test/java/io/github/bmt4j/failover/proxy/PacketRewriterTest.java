package io.github.bmt4j.failover.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link PacketRewriter}. */
class PacketRewriterTest {
  private static final Map<Pattern, String> WORDS =
      Map.of(Pattern.compile("@@innodb_read_only", Pattern.CASE_INSENSITIVE), "@@read_only");

  private final PacketRewriter rewriter = new PacketRewriter(() -> WORDS);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 1_000})
  void replacesWordsInStatementsHoweverTheBytesArrive(int atOnce) {
    byte[] login = packet(1, (char) 3 + "@@innodb_read_only in a login");
    byte[] query = packet(0, (char) 3 + "select @@INNODB_read_only, 'ä'");
    byte[] prepare = packet(0, (char) 0x16 + "select @@innodb_read_only");
    byte[] ping = packet(0, String.valueOf((char) 0x0e));
    byte[] empty = packet(2, "");

    assertThat(sent(atOnce, login, query, empty, ping, prepare, query))
        .isEqualTo(
            joined(
                login,
                packet(0, (char) 3 + "select @@read_only, 'ä'"),
                empty,
                ping,
                packet(0, (char) 0x16 + "select @@read_only"),
                packet(0, (char) 3 + "select @@read_only, 'ä'")));
  }

  @Test
  void passesPiecesOfOtherPacketsOnAtOnce() {
    byte[] execute = packet(0, (char) 0x17 + "@@innodb_read_only");
    assertThat(rewriter.rewritten(ByteBuffer.wrap(execute, 0, 9)).remaining()).isEqualTo(9);
  }

  private byte[] sent(int atOnce, byte[]... packets) {
    byte[] all = joined(packets);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int at = 0; at < all.length; at += atOnce) {
      ByteBuffer bytes =
          rewriter.rewritten(ByteBuffer.wrap(all, at, Math.min(atOnce, all.length - at)));
      out.write(bytes.array(), bytes.position(), bytes.remaining());
    }
    return out.toByteArray();
  }

  private static byte[] packet(int sequence, String payload) {
    byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
    return joined(
        new byte[] {(byte) bytes.length, (byte) (bytes.length >> 8), 0, (byte) sequence}, bytes);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
