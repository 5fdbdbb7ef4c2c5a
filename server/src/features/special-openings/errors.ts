import { type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class SpecialOpeningNotFound extends NotFound {}

/** The calendar is not in force on that day. */
export class DayOutsideCalendar extends InvalidField {}

export const specialOpeningErrors: ErrorTexts = new Map([
  errorText(SpecialOpeningNotFound, 'L’apertura straordinaria richiesta non esiste.'),
  errorText(DayOutsideCalendar, 'Quel giorno è fuori dal periodo in cui il calendario è valido.'),
])
