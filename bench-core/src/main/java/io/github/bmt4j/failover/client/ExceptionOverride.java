package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** HikariCP's {@code exceptionOverride} of an application: which connections it throws away. */
public enum ExceptionOverride {
  /** Those that HikariCP does of its own accord. */
  NONE(null),
  /** Those of a server that says it is read-only, too. */
  READ_ONLY(ReadOnlyEviction.class),
  /** Not those that the AWS wrapper has connected to the new primary. */
  FAILED_OVER(FailedOverKept.class);

  private final @Nullable Class<? extends SQLExceptionOverride> type;

  ExceptionOverride(@Nullable Class<? extends SQLExceptionOverride> type) {
    this.type = type;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The class that settings ask HikariCP to use; null for none. */
  static @Nullable String className(ApplicationSettings settings) {
    PoolSettings pooling = settings.pooling();
    String word = pooling == null ? null : pooling.exceptionOverride();
    ExceptionOverride wanted =
        Arrays.stream(values())
            .filter(one -> one.word().equals(word))
            .findFirst()
            .orElse(settings.evictReadOnly() ? READ_ONLY : NONE);
    return wanted.type == null ? null : wanted.type.getName();
  }
}
