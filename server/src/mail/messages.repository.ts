import type { Context } from '../context.ts'

/** Every kind of message, by whom it goes to: a customer, the business, somebody who works there. */
export type MessageKind =
  | 'confirmation'
  | 'change'
  | 'cancellation'
  | 'reminder'
  | 'new-booking'
  | 'cancelled-booking'
  | 'contact-request'
  | 'invitation'
  | 'password-reset'

/** What there is to tell. `about` sets it apart from others of its kind about the same record. */
export type NewMessage = { kind: MessageKind; record_id: number; about?: string }

const causeOf = ({ kind, record_id, about }: NewMessage) => [kind, record_id, about].filter((part) => part).join(':')

/** Inserts the messages whose cause has none yet, and returns those. */
export async function insertMessages(ctx: Context, messages: NewMessage[]) {
  if (messages.length === 0) return []
  return ctx.db
    .insertInto('messages')
    .values(
      messages.map((message) => ({
        tenant_id: ctx.tenant.id,
        cause: causeOf(message),
        kind: message.kind,
        record_id: message.record_id,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'cause']).doNothing())
    .returning('id')
    .execute()
}
