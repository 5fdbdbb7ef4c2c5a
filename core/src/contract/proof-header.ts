import type { Proof } from './proof-of-work.ts'

/** The header that carries a proof of work. */
export const proofHeader = (proof: Proof) => ({ 'proof-of-work': JSON.stringify(proof) })
