package io.github.bmt4j.server.container.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.container.ServerImage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** The end of a container that is being started. */
class ContainerServerTest {
  private final SlowContainer container = new SlowContainer();
  private final ContainerServer lab =
      new ContainerServer(
          ServerImage.parse("mariadb:11.4"), new ServerOptions(List.of()), container);

  @Test
  void stopsAContainerThatWasBeingStartedWhenItWasClosed() {
    container.meanwhile = lab::close;
    assertThatThrownBy(() -> lab.start())
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("the command ends");
    assertThat(container.running).isFalse();
  }

  @Test
  void stopsAContainerWhoseStartFailedAfterItWasClosed() {
    container.meanwhile =
        () -> {
          lab.close();
          container.running = true;
          throw new IllegalStateException("no port");
        };
    assertThatThrownBy(() -> lab.start())
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("no port");
    assertThat(container.running).isFalse();
  }

  @Test
  void startsNothingOnceItIsClosed() {
    lab.close();
    lab.close();
    assertThatThrownBy(() -> lab.start()).isInstanceOf(TargetException.class);
    assertThat(container.started).isFalse();
  }

  /** A container without an engine: it runs from the end of its start on. */
  private static final class SlowContainer extends GenericContainer<SlowContainer> {
    private Runnable meanwhile = () -> {};
    private boolean started;
    private boolean running;

    SlowContainer() {
      super(DockerImageName.parse("mariadb:11.4"));
    }

    @Override
    public void start() {
      started = true;
      meanwhile.run();
      running = true;
    }

    @Override
    public void stop() {
      running = false;
    }
  }
}
