package io.github.bmt4j.failover.client;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.Map;

/**
 * A workload that runs concurrently with the probes, and whose writes are audited.
 *
 * @param workload its name
 * @param scale its warehouses
 * @param sessions threads, each with a connection
 */
public record AuditPlan(String workload, int scale, int sessions) {
  public Workload found() {
    return Catalogue.byName(workload);
  }

  public Params params() {
    return Params.resolve(found().info(), Map.of("scale", Integer.toString(scale)));
  }
}
