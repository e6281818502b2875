package io.github.bmt4j.server.container;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.progress.Progress;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Testcontainers with what it depends on, and the classes of the package {@code engine}, which need
 * it. All other classes are those that bmt has.
 */
final class EngineLoader extends URLClassLoader {
  private static final String TESTCONTAINERS = "org.testcontainers:testcontainers";
  private static final String ENGINE = EngineLoader.class.getPackageName() + ".engine.";

  private static @Nullable Containers containers;

  private EngineLoader(URL[] classes) {
    super(classes, EngineLoader.class.getClassLoader());
  }

  /** See {@link Containers#load}. */
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
    List<Path> jars = MavenArtifacts.ofUser().resolveAll(coordinate, progress);
    URL[] classes = new URL[jars.size() + 1];
    classes[0] = EngineLoader.class.getProtectionDomain().getCodeSource().getLocation();
    for (int i = 0; i < jars.size(); i++) {
      classes[i + 1] = url(jars.get(i));
    }
    return new EngineLoader(classes);
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("no jar: " + jar, e);
    }
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
