package io.github.bmt4j.ddl;

import org.jspecify.annotations.Nullable;

/**
 * How far an ALTER was, at a moment, as the server told.
 *
 * @param nanos when, on the run's clock
 * @param stage what it did, in the server's words; absent when the server did not tell
 * @param percent how much of it was done; absent when the server did not tell
 * @param temporaryBytes files of the table's new form, in bytes; absent when the server told of
 *     none
 */
record AlterLook(
    long nanos, @Nullable String stage, @Nullable Double percent, @Nullable Long temporaryBytes) {}
