package io.github.bmt4j.target;

/** A password: reaches the driver and nothing else, and is never printed. */
public final class Secret {
  public static final Secret NONE = new Secret("");

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The password in clear, for the driver. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "***";
  }
}
