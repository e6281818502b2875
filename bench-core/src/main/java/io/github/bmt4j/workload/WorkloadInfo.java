package io.github.bmt4j.workload;

import io.github.bmt4j.option.DeclaredOption;
import java.util.List;

/**
 * Facts of a workload.
 *
 * @param name the name it is called by, such as {@code oltp_read_write}
 * @param version raised whenever its data or its SQL changes, because results then differ
 * @param summary one line for {@code bmt list}
 */
public record WorkloadInfo(
    String name, int version, String summary, List<DeclaredOption<?>> params) {
  /** The storage engine, for which sysbench also has an option. */
  public static final DeclaredOption<String> STORAGE_ENGINE =
      DeclaredOption.choice(
          "mysql-storage-engine",
          "innodb",
          List.of("innodb", "rocksdb", "aria", "myisam", "memory", "ndbcluster", "tokudb"),
          "storage engine of the tables");

  public WorkloadInfo {
    params = List.copyOf(params);
  }
}
