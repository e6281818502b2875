import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Evicts connections to a server that has become read-only. */
public final class ReadOnlyEviction implements SQLExceptionOverride {
  @java.lang.Override
  public Override adjudicate(SQLException exception) {
    return switch (exception.getErrorCode()) {
      case 1290, 1792, 1836 -> Override.MUST_EVICT;
      default ->
          "25006".equals(exception.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    };
  }
}
