package io.github.bmt4j.jdbc;

import io.github.bmt4j.progress.Progress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;

/** The progress of downloads; of large files only. */
final class DownloadProgress extends AbstractTransferListener {
  private static final long WORTH_TELLING_BYTES = 256 * 1024;

  private final Progress progress;
  private final Map<TransferResource, Progress.Step> steps = new ConcurrentHashMap<>();

  DownloadProgress(Progress progress) {
    this.progress = progress;
  }

  @Override
  public void transferStarted(TransferEvent event) {
    TransferResource resource = event.getResource();
    if (event.getRequestType() == TransferEvent.RequestType.GET
        && resource.getContentLength() >= WORTH_TELLING_BYTES) {
      String name = resource.getResourceName();
      String what = "Downloading " + name.substring(name.lastIndexOf('/') + 1);
      Progress.Step step = progress.begin(what, resource.getContentLength(), "B");
      step.advance(resource.getResumeOffset());
      steps.put(resource, step);
    }
  }

  @Override
  public void transferProgressed(TransferEvent event) {
    Progress.Step step = steps.get(event.getResource());
    if (step != null) {
      step.advance(event.getDataLength());
    }
  }

  @Override
  public void transferCorrupted(TransferEvent event) {
    end(event);
  }

  @Override
  public void transferSucceeded(TransferEvent event) {
    end(event);
  }

  @Override
  public void transferFailed(TransferEvent event) {
    end(event);
  }

  private void end(TransferEvent event) {
    Progress.Step step = steps.remove(event.getResource());
    if (step != null) {
      step.close();
    }
  }
}
