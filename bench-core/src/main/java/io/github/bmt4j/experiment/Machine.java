package io.github.bmt4j.experiment;

import java.lang.management.ManagementFactory;
import java.util.function.UnaryOperator;
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
record Machine(String jvm, String os, String cpu, int cores, long memoryBytes) {
  /**
   * Reads it; takes a few tenths of a second.
   *
   * @param redaction takes what is secret out of an argument of the JVM
   */
  static Machine read(UnaryOperator<String> redaction) {
    SystemInfo system = new SystemInfo();
    CentralProcessor.ProcessorIdentifier processor =
        system.getHardware().getProcessor().getProcessorIdentifier();
    OperatingSystem os = system.getOperatingSystem();
    String arguments =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(redaction)
            .collect(Collectors.joining(" "));
    return new Machine(
        (System.getProperty("java.vm.name") + " " + Runtime.version() + " " + arguments).strip(),
        os + " " + System.getProperty("os.arch"),
        processor.getName().strip(),
        Runtime.getRuntime().availableProcessors(),
        system.getHardware().getMemory().getTotal());
  }
}
