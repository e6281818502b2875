/**
 * The user's own SQL: files in pgbench's script language and MySQL's dialect, parsed before a run
 * and executed by its workers.
 */
@NullMarked
package io.github.bmt4j.workload.script;

import org.jspecify.annotations.NullMarked;
