package io.github.bmt4j.server;

import java.security.SecureRandom;

/** Random words for servers of ours: nobody chooses them and nobody sees them. */
public final class Passwords {
  private static final String LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final SecureRandom RANDOM = new SecureRandom();

  private Passwords() {}

  /** So many letters and digits. */
  public static String random(int length) {
    StringBuilder word = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      word.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
    }
    return word.toString();
  }
}
