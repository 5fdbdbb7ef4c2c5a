import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockNotes, updateNotes } from './customers.repository.ts'

/**
 * Changes the notes about a customer of this version, and records that they changed, without their text. Returns whether the
 * customer still had the version.
 */
export const changeNotes = (ctx: StaffContext, id: number, notes: string, version?: number): Promise<boolean> =>
  transaction(ctx, async (ctx) => {
    const before = await lockNotes(ctx, id)
    const isChanged = await updateNotes(ctx, id, notes, version)
    if (isChanged && before !== notes)
      await recordAudit(ctx, { action: 'customer.notes_updated', subject: { type: 'customer', id } })
    return isChanged
  })
