package org.tidewise;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;

/**
 * The sailings of one ferry.
 *
 * <p>A timetable does not change once it is made, so that several threads may read it.
 *
 * @since 1.0
 */
public final class Timetable {
  private final List<Sailing> sailings;

  /**
   * Makes a timetable.
   *
   * @param sailings in any order; they are copied
   */
  public Timetable(List<Sailing> sailings) {
    this.sailings = List.copyOf(sailings);
  }

  /**
   * Finds the first sailing that leaves after a time of a day.
   *
   * @param day the day of the sailing
   * @param after the earliest time
   * @return the sailing
   * @throws NoSailingException where none is left on that day
   */
  public Sailing next(LocalDate day, LocalTime after) throws NoSailingException {
    return sailings.stream()
        .filter(sailing -> sailing.season().includes(day) && sailing.leaves().isAfter(after))
        .min((one, other) -> one.leaves().compareTo(other.leaves()))
        .orElseThrow(() -> new NoSailingException(day));
  }

  /**
   * Counts the sailings of a season.
   *
   * @param season summer or winter
   * @return how many there are, at least zero
   */
  public int count(Season season) {
    return (int) sailings.stream().filter(sailing -> sailing.season() == season).count();
  }
}
