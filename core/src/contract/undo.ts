/** For how many seconds what the staff has deleted can be taken back. */
export const UNDO_SECONDS = 10
