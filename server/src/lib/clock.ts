/** Where "now" comes from; tests stop it or set it. */
export type Clock = () => Temporal.Instant

export const systemClock: Clock = () => Temporal.Now.instant()
