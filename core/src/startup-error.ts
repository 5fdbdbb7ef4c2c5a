/** A failure with a message for the operator; the process prints it without a stack trace. */
export class StartupError extends Error {}
