package org.tidewise;

import java.time.LocalDate;

/** No boat leaves any more on the day that was asked for. */
public class NoSailingException extends Exception {
  private final LocalDate day;

  /**
   * Makes the exception.
   *
   * @param day that was asked for
   */
  public NoSailingException(LocalDate day) {
    super("no sailing on " + day);
    this.day = day;
  }

  /**
   * Gives the day.
   *
   * @return the day that was asked for
   */
  public LocalDate day() {
    return day;
  }
}
