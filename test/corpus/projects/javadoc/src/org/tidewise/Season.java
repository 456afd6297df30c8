package org.tidewise;

import java.time.LocalDate;

/** The halves of the year of a ferry. */
public enum Season {
  /** From the last Sunday of March. */
  SUMMER,
  /** From the last Sunday of October. */
  WINTER;

  /**
   * Tells whether a day belongs to the season.
   *
   * @param day any day
   * @return whether it does
   */
  public boolean includes(LocalDate day) {
    boolean warm = day.getMonthValue() > 3 && day.getMonthValue() < 11;
    return warm == (this == SUMMER);
  }
}
