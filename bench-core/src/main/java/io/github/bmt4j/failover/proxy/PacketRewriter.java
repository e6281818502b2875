package io.github.bmt4j.failover.proxy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces words in the statements that a client sends: in COM_QUERY and COM_STMT_PREPARE of the
 * MySQL protocol, without TLS and compression. One rewriter for each connection; other packets pass
 * unchanged. A command is a packet with sequence number 0, so that packets of a login are not taken
 * for commands.
 */
final class PacketRewriter {
  private static final int HEADER_BYTES = 4;
  private static final int COM_QUERY = 0x03;
  private static final int COM_STMT_PREPARE = 0x16;

  /** Length of a packet that continues in the next one. */
  private static final int LONGEST = (1 << 24) - 1;

  private final Supplier<Map<Pattern, String>> words;
  private ByteBuffer pending = ByteBuffer.allocate(0);
  private int passing;

  /**
   * @param words and their replacements, in the order in which they are replaced; read for every
   *     statement
   */
  PacketRewriter(Supplier<Map<Pattern, String>> words) {
    this.words = words;
  }

  /** The bytes to pass on for bytes that have arrived; an incomplete command waits for its rest. */
  ByteBuffer rewritten(ByteBuffer arrived) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(arrived.remaining() + 64);
    ByteBuffer in = ByteBuffer.allocate(pending.remaining() + arrived.remaining());
    in.put(pending).put(arrived).flip();
    while (in.hasRemaining() && (passing > 0 || begin(in, out))) {
      byte[] bytes = new byte[Math.min(passing, in.remaining())];
      in.get(bytes);
      out.writeBytes(bytes);
      passing -= bytes.length;
    }
    pending = in.slice();
    return ByteBuffer.wrap(out.toByteArray());
  }

  /** Rewrites the command at the beginning, or lets the packet pass; false when more must come. */
  private boolean begin(ByteBuffer in, ByteArrayOutputStream out) {
    if (in.remaining() < HEADER_BYTES) {
      return false;
    }
    int at = in.position();
    int length =
        (in.get(at) & 0xff) | ((in.get(at + 1) & 0xff) << 8) | ((in.get(at + 2) & 0xff) << 16);
    if (in.get(at + 3) != 0 || length == 0 || length == LONGEST) {
      passing = HEADER_BYTES + length;
      return true;
    }
    if (in.remaining() == HEADER_BYTES) {
      return false;
    }
    byte command = in.get(at + HEADER_BYTES);
    if (command != COM_QUERY && command != COM_STMT_PREPARE) {
      passing = HEADER_BYTES + length;
      return true;
    }
    if (in.remaining() < HEADER_BYTES + length) {
      return false;
    }
    byte[] payload = new byte[length];
    in.position(at + HEADER_BYTES).get(payload);
    byte[] changed = replaced(payload);
    out.write(changed.length);
    out.write(changed.length >> 8);
    out.write(changed.length >> 16);
    out.write(0);
    out.writeBytes(changed);
    return true;
  }

  /** The words are ASCII: in this character set, all other bytes stay what they are. */
  private byte[] replaced(byte[] payload) {
    String text = new String(payload, StandardCharsets.ISO_8859_1);
    for (Map.Entry<Pattern, String> word : words.get().entrySet()) {
      text = word.getKey().matcher(text).replaceAll(Matcher.quoteReplacement(word.getValue()));
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
