/** 1 → 'una prenotazione futura', 3 → '3 prenotazioni future'. */
export const bookingsToCome = (count: number) =>
  count === 1 ? 'una prenotazione futura' : `${count} prenotazioni future`
