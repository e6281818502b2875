package io.github.bmt4j.workload;

import java.util.List;

/**
 * Facts of a workload.
 *
 * @param name the name it is called by, such as {@code oltp_read_write}
 * @param version raised whenever its data or its SQL changes, because results then differ
 * @param summary one line for {@code bmt list}
 */
public record WorkloadInfo(String name, int version, String summary, List<ParamSpec> params) {
  public WorkloadInfo {
    params = List.copyOf(params);
  }
}
