import { invalidField, notFound } from '../../lib/errors.ts'

export const SpecialOpeningNotFound = notFound('L’apertura straordinaria richiesta non esiste.')

/** The calendar is not in force on that day. */
export const DayOutsideCalendar = invalidField('Quel giorno è fuori dal periodo in cui il calendario è valido.')
