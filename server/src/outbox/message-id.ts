import { createHash } from 'node:crypto'

/** The left part of an e-mail's Message-ID, the same on every attempt. */
export const hashMessageId = (tenantId: number, deduplicationKey: string) =>
  createHash('sha256').update(`${tenantId} ${deduplicationKey}`).digest('hex').slice(0, 40)

/** '<…@example.it>', as mail servers log it. `from`: the sender's address. */
export const messageIdHeader = (messageId: string, from: string) => `<${messageId}@${from.split('@')[1]}>`
