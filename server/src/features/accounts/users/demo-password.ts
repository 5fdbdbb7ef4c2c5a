/** The published password of the demo users; refused on servers that are not local. */
export const DEMO_PASSWORD = 'Prenota-2026!'
