export type FileFailure = 'not_calendar' | 'too_many'

/** The file is no calendar, or has too many events. */
export class CalendarFileUnreadable extends Error {
  readonly failure: FileFailure
  constructor(failure: FileFailure) {
    super(failure)
    this.failure = failure
  }
}
