/** The password of every demo log-in on one's own computer. It is published, so it opens nothing where others reach the server. */
export const DEMO_PASSWORD = 'Prenota-2026!'
