/** React Router's key of the history entry with which the back office was opened: it has no page of ours before it. */
export const FIRST_ENTRY = 'default'
