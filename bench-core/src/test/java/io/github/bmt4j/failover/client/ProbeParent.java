package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A parent that can be killed: takes a plan on standard input, and says the client's pid. */
final class ProbeParent {
  private ProbeParent() {}

  public static void main(String[] arguments) throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ProbePlan plan = ProbeMain.read(input.readLine(), ProbePlan.class);
    ClientProcess client =
        ClientProcess.start(plan, Path.of(arguments[0]), List.of(), Clock.SYSTEM);
    System.out.println(client.pid());
    Thread.sleep(Long.MAX_VALUE);
  }
}
