import type { Right } from '../contract/right.ts'

/** The rights that an administrator can withdraw from operators. */
export const withdrawableRights = ['contacts', 'customers', 'cancellations'] as const satisfies Right[]
export type WithdrawableRight = (typeof withdrawableRights)[number]
