package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One DELETE by id, whatever {@code --delete-inserts} says: sysbench's oltp_delete. The rows become
 * fewer, and more and more DELETEs find nothing and count as other.
 */
@AutoService(Workload.class)
public final class OltpDelete extends OltpScript {
  public OltpDelete() {
    super(
        "oltp_delete",
        "one DELETE by id, without a transaction; the rows become fewer",
        Set.of("SELECT", "DELETE"),
        options -> QueryCounts.once(OltpQuery.DELETE),
        OltpOperations::deletes);
  }

  @Override
  public @Nullable Integer addsRows(Params params) {
    return null;
  }
}
