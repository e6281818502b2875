package io.github.bmt4j.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;

/** The old primary comes back after the promotion of a replica. */
public abstract class OldPrimaryReturns extends Fault {
  private OldPrimaryReturns(String name, String how) {
    super(
        name,
        Disruption.MOVE,
        "the primary is killed, a replica is promoted, and the old primary comes back " + how,
        FaultOption.PROMOTION_DELAY,
        FaultOption.RETURN_AFTER);
  }

  /** {@code --fault old-primary-returns}. */
  @AutoService(Fault.class)
  public static final class AsReplica extends OldPrimaryReturns {
    public AsReplica() {
      super("old-primary-returns", "as a read-only replica");
    }

    @Override
    void comeBack(Scene scene) throws TargetException {
      scene.lab().startAsReplica(scene.primary());
      scene.returned(scene.primary(), "is back, read-only");
    }
  }

  /** {@code --fault old-primary-returns-writable}. */
  @AutoService(Fault.class)
  public static final class Writable extends OldPrimaryReturns {
    public Writable() {
      super("old-primary-returns-writable", "writable, which is the dangerous case");
    }

    @Override
    void comeBack(Scene scene) throws TargetException {
      scene.lab().startAlone(scene.primary(), false);
      scene.returned(scene.primary(), "is back, and takes writes");
    }
  }

  abstract void comeBack(Scene scene) throws TargetException;

  @Override
  public void inject(Scene scene) throws TargetException {
    new Kill().inject(scene);
    scene.pause(scene.option(FaultOption.RETURN_AFTER));
    comeBack(scene);
  }
}
