type Hours = { hour_from: string; hour_to: string }

/** The hours of a whole day, as the fields can say them: no opening hour ends later. */
export const WHOLE_DAY: Hours = { hour_from: '00:00', hour_to: '23:59' }

export const isWholeDay = ({ hour_from, hour_to }: Hours) =>
  hour_from.slice(0, 5) === WHOLE_DAY.hour_from && hour_to.slice(0, 5) === WHOLE_DAY.hour_to
