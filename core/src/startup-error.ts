/** A failure whose message is all that a person needs: it is printed without a stack trace. */
export class StartupError extends Error {}
