import { createHash } from 'node:crypto'

/** The record that the ciphertext of an address is bound to. */
export const feedPurpose = ({ tenant }: { tenant: { id: number } }, id: number) => `tenant ${tenant.id} busy feed ${id}`

/** Tells whether an address was added already. */
export const hashAddress = (url: string) => createHash('sha256').update(url).digest()
