package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.outcome.ErrorPhase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A source of connections that do nothing but write down what is executed and given back. */
final class ScriptedServer implements ConnectionSource {
  /**
   * What happened, in order: "acquire", "release", "discard", "abort", and the text of every
   * statement.
   */
  final List<String> log = Collections.synchronizedList(new ArrayList<>());

  private final boolean perTransaction;
  private volatile @Nullable SQLException refusal;
  private volatile @Nullable SQLException rollbackFailure;
  private volatile Runnable onAbort = () -> {};
  private volatile Runnable onRelease = () -> {};

  ScriptedServer(boolean perTransaction) {
    this.perTransaction = perTransaction;
  }

  /** From now on no connection is given, until {@code null} is said. */
  void refuse(@Nullable SQLException failure) {
    refusal = failure;
  }

  void failRollbacks(SQLException failure) {
    rollbackFailure = failure;
  }

  void onAbort(Runnable action) {
    onAbort = action;
  }

  void onRelease(Runnable action) {
    onRelease = action;
  }

  @Override
  public Connection acquire() throws SQLException {
    SQLException refused = refusal;
    if (refused != null) {
      log.add("refused");
      throw refused;
    }
    log.add("acquire");
    return proxy(
        Connection.class, (name, arguments) -> name.equals("createStatement") ? statement() : null);
  }

  @Override
  public void loadBegins() {}

  @Override
  public void release(Connection connection) {
    log.add("release");
    onRelease.run();
  }

  @Override
  public void discard(Connection connection) {
    log.add("discard");
  }

  @Override
  public boolean perTransaction() {
    return perTransaction;
  }

  @Override
  public ErrorPhase acquirePhase() {
    return perTransaction ? ErrorPhase.BORROW : ErrorPhase.CONNECT;
  }

  @Override
  public void abort(Executor executor) {
    log.add("abort");
    onAbort.run();
  }

  @Override
  public void close() {}

  private Statement statement() {
    return proxy(
        Statement.class,
        (name, arguments) -> {
          if (name.equals("execute") && arguments != null) {
            log.add(String.valueOf(arguments[0]));
            SQLException failure = rollbackFailure;
            if (failure != null) {
              throw failure;
            }
            return false;
          }
          return null;
        });
  }

  private interface Answer {
    @Nullable Object to(String method, Object @Nullable [] arguments) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
  }
}
