package io.github.bmt4j.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Properties of an option that picocli's model lacks. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Marked {
  Mark[] value();

  /** Properties of options. */
  enum Mark {
    /** Its value may hold a secret: it is hidden from the list of processes. */
    HIDDEN,
    /** Its value is neither shown nor stored. */
    SECRET,
    /** It may be given once for each setting that it names. */
    SETTING,
    /** It names a server, and replaces every other name of a server. */
    SERVER,
    /** It is a part of a server's address. */
    ADDRESS,
    /** It says what makes the change of an ALTER, and replaces every other such option. */
    ALTERS,
    /** It belongs to bmt's own ALTER, and goes where only a tool makes the change. */
    OF_ALTER,
    /** {@code --stage} sets it. */
    SET_BY_STAGES,
    /** {@code --stage} sets it if stages have numbers of threads. */
    SET_BY_STAGES_OF_THREADS,
    /** A series or scenario file sets it for each of its command lines. */
    OF_SERIES,
    /** It makes a load of heavy statements. */
    MAKES_A_LOAD,
    /** It applies to the load that runs concurrently with heavy statements. */
    FOR_CONCURRENT_LOAD;

    public boolean isOf(@Nullable OptionSpec option) {
      return option != null
          && option.userObject() instanceof Field field
          && field.isAnnotationPresent(Marked.class)
          && List.of(field.getAnnotation(Marked.class).value()).contains(this);
    }

    /** Names of the options of a class with this mark. */
    public List<String> of(Object options) {
      return CommandSpec.forAnnotatedObject(options).options().stream()
          .filter(this::isOf)
          .map(OptionSpec::longestName)
          .toList();
    }
  }
}
