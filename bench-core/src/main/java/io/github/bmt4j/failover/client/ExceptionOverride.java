package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.annotation.JsonValue;
import com.zaxxer.hikari.SQLExceptionOverride;
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
