import * as z from 'zod/mini'
import { rights } from '../contract/right.ts'
import { roles } from '../contract/role.ts'
import { withdrawableRights } from './withdrawable-rights.ts'

const withdrawable = z.enum(withdrawableRights, 'Questo permesso non si può cambiare.')

/** The lowest role that has each right, and the rights that operators do not have in spite of their role. */
export const rightsOfRoles = z.object({
  rights: z.array(z.object({ right: z.enum(rights), role: z.enum(roles) })),
  withdrawn: z.array(withdrawable),
})
export type RightsOfRoles = z.infer<typeof rightsOfRoles>

/** The rights that the business has withdrawn from the current user. */
export const ownRights = z.object({ withdrawn: z.array(withdrawable) })

/** Withdraws a right from operators, or gives it back. */
export const rightChangeSchema = z.object({
  right: withdrawable,
  is_granted: z.boolean('Indica se gli operatori hanno il permesso.'),
})
export type RightChange = z.infer<typeof rightChangeSchema>
