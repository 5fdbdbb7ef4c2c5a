import { hash } from 'node:crypto'

/** What names a content, so that whoever has it already need not be sent it. Weak: compressed it is the same. */
export const tagOf = (text: string | Buffer) => `W/"${hash('sha256', text, 'base64url')}"`

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether a caller says that this is what they have; what stands between us may have marked it as weak. */
export const matchesTag = (tag: string, known = '') =>
  known.split(',').some((one) => withoutWeakness(one) === withoutWeakness(tag))
