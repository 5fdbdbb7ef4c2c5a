/** The texts of its services that customers read before a visit, with their headings. */
const VISIT_TEXTS = { preparation: 'Come prepararsi' } as const

export type VisitText = keyof typeof VISIT_TEXTS

export const visitTexts = Object.keys(VISIT_TEXTS) as VisitText[]

/** The headings and texts that a visit or a service has. */
export const listTexts = (texts: Partial<Record<VisitText, string>>) =>
  visitTexts.flatMap((name) => {
    const text = texts[name]
    return text ? [{ heading: VISIT_TEXTS[name], text }] : []
  })
