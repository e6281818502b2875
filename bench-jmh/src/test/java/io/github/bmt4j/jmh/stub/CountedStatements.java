package io.github.bmt4j.jmh.stub;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** A connection of the stub that counts what is sent over it, by what came back. */
final class CountedStatements {
  private final Connection stub;
  private long reads;
  private long writes;
  private long others;
  private int open;

  CountedStatements(Connection stub) {
    this.stub = stub;
  }

  Connection connection() {
    return proxy(Connection.class, this::onConnection);
  }

  long reads() {
    return reads;
  }

  long writes() {
    return writes;
  }

  long others() {
    return others;
  }

  /** How many statements are open. */
  int open() {
    return open;
  }

  private Object onConnection(Object self, Method method, Object[] arguments) throws Throwable {
    Object result = call(stub, method, arguments);
    if (result instanceof PreparedStatement prepared) {
      open++;
      return proxy(PreparedStatement.class, onStatement(prepared));
    }
    if (result instanceof Statement statement) {
      open++;
      return proxy(Statement.class, onStatement(statement));
    }
    return result;
  }

  private InvocationHandler onStatement(Statement statement) {
    return (self, method, arguments) -> {
      Object result = call(statement, method, arguments);
      if (method.getName().equals("close")) {
        open--;
      } else if (result instanceof ResultSet || Boolean.TRUE.equals(result)) {
        reads++;
      } else if (result instanceof Integer changed && changed > 0) {
        writes++;
      } else if (method.getName().startsWith("execute")) {
        others++;
      }
      return result;
    };
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
