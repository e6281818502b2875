package io.github.bmt4j.server.container.engine;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.container.Containers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The container engine that tests find on this machine. */
public final class Engine {
  private Engine() {}

  /**
   * Why there is none; empty when there is one. Asked through the loader of Testcontainers, which
   * is on the class path of bench-core's tests only.
   */
  public static String obstacle() {
    try {
      ClassLoader loader = Containers.load(Progress.SILENT).getClass().getClassLoader();
      Method require =
          loader
              .loadClass(Engine.class.getPackageName() + ".ContainerEngine")
              .getDeclaredMethod("require");
      require.setAccessible(true);
      require.invoke(null);
      return "";
    } catch (TargetException e) {
      return String.valueOf(e.getMessage());
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getTargetException().getMessage());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no ContainerEngine.require()", e);
    }
  }
}
