package io.github.bmt4j.server.container.engine;

import static io.github.bmt4j.report.Lines.words;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem.ProgressDetail;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.testcontainers.utility.DockerImageName;

/**
 * Pulls an image into the engine, once. Testcontainers would pull, too, but silently, and would
 * retry for minutes if the image does not exist.
 */
final class ImagePull extends ResultCallback.Adapter<PullResponseItem> {
  private final Progress.Step step;
  private final Map<String, Long> bytesByLayer = new HashMap<>();

  private ImagePull(Progress.Step step) {
    this.step = step;
  }

  static void ensure(DockerClient client, String name, Progress progress) throws TargetException {
    String image = DockerImageName.parse(name).asCanonicalNameString();
    try {
      client.inspectImageCmd(image).exec();
      return;
    } catch (NotFoundException e) {
      // The image must be pulled.
    }
    try (Progress.Step step = progress.begin("Pulling image " + image, -1, "B");
        ImagePull pull = client.pullImageCmd(image).exec(new ImagePull(step))) {
      pull.awaitCompletion();
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    } catch (RuntimeException | IOException e) {
      throw new TargetException(
          words(
              "container %s: the engine does not have the image and cannot pull it: %s",
              name, String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip()),
          e);
    }
  }

  @Override
  public void onNext(PullResponseItem item) {
    ProgressDetail detail = item.getProgressDetail();
    String layer = item.getId();
    if (layer == null || detail == null || !"Downloading".equals(item.getStatus())) {
      return;
    }
    Long current = detail.getCurrent();
    if (current != null) {
      Long before = bytesByLayer.put(layer, current);
      step.advance(current - (before == null ? 0 : before));
    }
  }
}
