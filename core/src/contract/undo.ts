/** Seconds within which the staff can undo a deletion. */
export const UNDO_SECONDS = 10
