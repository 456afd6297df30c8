/**
 * Timetables of small ferries: sailings, the tide that they wait for, and the days on which they do not go.
 *
 * <p>Start with {@link org.tidewise.Timetable}. All times are local to the pier.
 */
package org.tidewise;
