package io.github.bmt4j.os;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 of texts and files, as 64 hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /** The SHA-256 of a text in UTF-8. */
  public static String of(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The SHA-256 of the contents of files, one after the other. */
  public static String of(List<Path> files) {
    MessageDigest digest = digest();
    try {
      for (Path file : files) {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
          in.transferTo(OutputStream.nullOutputStream());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
