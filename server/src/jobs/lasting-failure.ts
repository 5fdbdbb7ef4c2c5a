/** A failure that another attempt will hardly mend: a job gives up on it sooner. */
export class LastingFailure extends Error {}
