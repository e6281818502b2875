package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import java.util.Set;

/**
 * UPDATEs of the indexed column, each its own transaction: sysbench's oltp_update_index, which does
 * {@code --index-updates} of them.
 */
@AutoService(Workload.class)
public final class OltpUpdateIndex extends OltpScript {
  public OltpUpdateIndex() {
    super(
        "oltp_update_index",
        "UPDATE of an indexed column by id, without a transaction",
        Set.of("SELECT", "UPDATE"),
        options -> QueryCounts.of(options, Set.of(OltpQuery.INDEX_UPDATE)),
        OltpOperations::indexUpdates);
  }
}
