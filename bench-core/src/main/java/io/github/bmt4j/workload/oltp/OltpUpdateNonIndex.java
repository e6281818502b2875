package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import java.util.Set;

/**
 * UPDATEs of a column without an index, each its own transaction: sysbench's oltp_update_non_index,
 * which does {@code --non-index-updates} of them.
 */
@AutoService(Workload.class)
public final class OltpUpdateNonIndex extends OltpScript {
  public OltpUpdateNonIndex() {
    super(
        "oltp_update_non_index",
        "UPDATE of a column without an index by id, without a transaction",
        Set.of("SELECT", "UPDATE"),
        options -> QueryCounts.of(options, Set.of(OltpQuery.NON_INDEX_UPDATE)),
        OltpOperations::nonIndexUpdates);
  }
}
