package io.github.bmt4j.experiment;

import org.jspecify.annotations.Nullable;

/**
 * Place of a result in a matrix of settings by faults, and what the matrix shows beside its
 * figures. Counts of writes are absent where a repetition does not know them.
 *
 * @param valid number of VALID repetitions
 * @param unrecovered VALID repetitions after which the application did not work as before
 * @param cannotWork reason why the application does not work even without the fault; absent if it
 *     does
 * @param limited true if the user set a limit to a figure
 */
public record MatrixEntry(
    String fault,
    String settings,
    int valid,
    int unrecovered,
    @Nullable String cannotWork,
    @Nullable Long lost,
    @Nullable Long duplicates,
    @Nullable Long ambiguous,
    boolean limited) {}
