package io.github.bmt4j.jmh.stub;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.dynamic.scaffold.subclass.ConstructorStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.Origin;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * The methods of JDBC's interfaces that are never called on the stub: a class that is written
 * without them gets a subclass that has them, and each says that it is not supported. The subclass
 * is made once, when the class is loaded, and is an ordinary class to the compiler of the JVM.
 */
final class Completion {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Completion() {}

  /** The constructor of the complete subclass, with these parameters; gives a {@code type}. */
  static MethodHandle constructor(Class<?> type, Class<?>... parameters) {
    Class<?> complete =
        new ByteBuddy()
            .subclass(type, ConstructorStrategy.Default.IMITATE_SUPER_CLASS)
            .name(type.getName() + "Complete")
            .method(ElementMatchers.isAbstract())
            .intercept(
                MethodDelegation.withDefaultConfiguration()
                    .filter(ElementMatchers.named("refuse"))
                    .to(Completion.class))
            .make()
            .load(type.getClassLoader(), ClassLoadingStrategy.UsingLookup.of(LOOKUP))
            .getLoaded();
    try {
      return LOOKUP
          .findConstructor(complete, MethodType.methodType(void.class, parameters))
          .asType(MethodType.methodType(type, parameters));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no constructor of " + complete, e);
    }
  }

  /** Stands for every method that is not written. */
  @RuntimeType
  @SuppressWarnings("DoNotCallSuggester")
  static Object refuse(@Origin Method method) throws SQLException {
    throw new SQLFeatureNotSupportedException("the stub driver has no " + method.getName());
  }

  /** What a constructor threw that throws nothing. */
  static IllegalStateException impossible(Throwable thrown) {
    return new IllegalStateException(thrown);
  }
}
