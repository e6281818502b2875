package io.github.bmt4j.sampler;

import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OperatingSystem;

/**
 * The machine and JVM that the load comes from.
 *
 * @param jvm vendor, version and arguments
 * @param os family, version and architecture
 * @param cpu name of the processor
 * @param cores logical processors that this process may use
 * @param memoryBytes of the machine
 */
public record Machine(String jvm, String os, String cpu, int cores, long memoryBytes) {
  /** Reads it; takes a few tenths of a second. */
  public static Machine read() {
    SystemInfo system = new SystemInfo();
    CentralProcessor.ProcessorIdentifier processor =
        system.getHardware().getProcessor().getProcessorIdentifier();
    OperatingSystem os = system.getOperatingSystem();
    String arguments =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(Machine::redacted)
            .collect(Collectors.joining(" "));
    return new Machine(
        (System.getProperty("java.vm.name") + " " + Runtime.version() + " " + arguments).strip(),
        os + " " + System.getProperty("os.arch"),
        processor.getName().strip(),
        Runtime.getRuntime().availableProcessors(),
        system.getHardware().getMemory().getTotal());
  }

  /** An argument of the JVM without its value where its name says that it is a secret. */
  static String redacted(String argument) {
    return argument.replaceAll("(?i)^(-D[^=]*(?:password|passwd|secret|token)[^=]*=).*", "$1***");
  }
}
