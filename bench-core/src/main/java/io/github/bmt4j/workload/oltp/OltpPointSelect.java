package io.github.bmt4j.workload.oltp;

import com.google.auto.service.AutoService;
import io.github.bmt4j.workload.Workload;
import java.util.Set;

/** One SELECT by id, whatever {@code --point-selects} says, as in sysbench's oltp_point_select. */
@AutoService(Workload.class)
public final class OltpPointSelect extends OltpScript {
  public OltpPointSelect() {
    super(
        "oltp_point_select",
        "one SELECT by id, without a transaction",
        Set.of("SELECT"),
        options -> QueryCounts.once(OltpQuery.POINT_SELECT),
        OltpOperations::pointSelects);
  }
}
