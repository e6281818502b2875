package io.github.bmt4j.server.container;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.TargetSpec;
import java.util.List;

/**
 * A container image of a server.
 *
 * @param name name as the user wrote it
 */
public record ServerImage(String name, Flavor flavor) {
  private static final List<String> NAMES = List.of("mariadb", "mysql", "percona");

  /**
   * Finds the server of an image by the image's name.
   *
   * @throws BadInputException when the name does not show it
   */
  public static ServerImage parse(String name) {
    String untagged = name.replaceFirst("@.*$", "").replaceFirst(":[^/]*$", "");
    String last = untagged.substring(untagged.lastIndexOf('/') + 1);
    if (NAMES.stream().anyMatch(last::contains)) {
      return new ServerImage(name, Flavor.namedIn(last));
    }
    throw new BadInputException(
        "--target",
        " container:"
            + name
            + ": the image's name must say which server it has: mysql, mariadb or percona");
  }

  /** Checks whether containers of an image can be nodes, as far as the name shows it. */
  public static void checkNodes(TargetSpec.Container target) {
    BadInputException.check(
        parse(target.image()).flavor() == Flavor.MYSQL,
        target.word()
            + ": bmt makes clusters of MySQL containers only; for MariaDB, choose --target"
            + " embedded, or install mariadbd and choose --target local");
    BadInputException.check(
        System.getProperty("os.name", "").startsWith("Linux"),
        target.word()
            + ": clusters of containers need Linux, where they share the machine's loopback"
            + " addresses; choose --target embedded or local");
  }
}
