package io.github.bmt4j.server.container;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.progress.Progress;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads Testcontainers with its dependencies, and the classes of the package {@code engine}, which
 * need it. All other classes are bmt's own.
 */
final class EngineLoader extends URLClassLoader {
  private static final String TESTCONTAINERS = "org.testcontainers:testcontainers";
  private static final String ENGINE = EngineLoader.class.getPackageName() + ".engine.";

  private static @Nullable Containers containers;

  private EngineLoader(URL[] classes) {
    super(classes, EngineLoader.class.getClassLoader());
  }

  static synchronized Containers load(Progress progress) throws TargetException {
    Containers loaded = containers;
    if (loaded == null) {
      loaded = create(loader(progress));
      containers = loaded;
    }
    return loaded;
  }

  private static ClassLoader loader(Progress progress) throws TargetException {
    ClassLoader own = EngineLoader.class.getClassLoader();
    if (own.getResource("org/testcontainers/DockerClientFactory.class") != null) {
      return own;
    }
    String coordinate = TESTCONTAINERS + ":" + MavenArtifacts.version("testcontainers");
    URL[] jars = MavenArtifacts.urls(MavenArtifacts.ofUser().resolveAll(coordinate, progress));
    URL engine = EngineLoader.class.getProtectionDomain().getCodeSource().getLocation();
    return new EngineLoader(Stream.concat(Stream.of(engine), Stream.of(jars)).toArray(URL[]::new));
  }

  private static Containers create(ClassLoader loader) {
    try {
      return (Containers)
          loader.loadClass(ENGINE + "EngineContainers").getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Testcontainers cannot be used: " + e, e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(ENGINE)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }
}
