/** The order of a failover: servers, application, change of the primary. */
@NullMarked
package io.github.bmt4j.failover.scenario;

import org.jspecify.annotations.NullMarked;
