package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.annotation.JsonValue;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * HikariCP's {@code exceptionOverride} of an application: which connections the pool throws away.
 */
public enum ExceptionOverride {
  /** The connections that HikariCP throws away by default. */
  NONE(null),
  /** Also connections to a server that reports that it is read-only. */
  READ_ONLY(ReadOnlyEviction.class),
  /** Not connections that the AWS wrapper has connected to the new primary. */
  FAILED_OVER(FailedOverKept.class);

  private final @Nullable Class<? extends SQLExceptionOverride> type;

  ExceptionOverride(@Nullable Class<? extends SQLExceptionOverride> type) {
    this.type = type;
  }

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static @Nullable String className(ApplicationSettings settings) {
    PoolSettings pooling = settings.pooling();
    ExceptionOverride given = pooling == null ? null : pooling.exceptionOverride();
    ExceptionOverride wanted =
        given == null && settings.evictReadOnly() ? READ_ONLY : given == null ? NONE : given;
    return wanted.type == null ? null : wanted.type.getName();
  }
}
