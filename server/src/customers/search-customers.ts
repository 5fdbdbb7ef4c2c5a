import type { FoundCustomer } from '@prenoto/core/customers/customer-schema.ts'
import { type Context, transaction } from '../tenants/context.ts'
import {
  type Candidate,
  foldTyped,
  listByWords,
  listFound,
  listLateByWords,
  ROWS_EACH,
} from './customer-search.repository.ts'
import { type Sought, soughtWords } from './sought-words.ts'

/** With fewer than that, slips of the keys are thought of. */
const FEW = 3
/** So many are put in order. */
const IN_ORDER = 400

/** The customers whom somebody may mean who has typed that much of their name, e-mail or telephone; the likeliest first. */
export function searchCustomers(ctx: Context, typed: string, limit: number): Promise<FoundCustomer[]> {
  return transaction(ctx, async (ctx) => {
    const sought = soughtWords(await foldTyped(ctx, typed))
    const { first, names, second } = sought
    const find = (words: Sought[]) => (words.length > 0 ? listByWords(ctx, words, names) : [])
    const candidates: Candidate[] = [...(await find(first))]
    // There may be more of them, who came later.
    if (candidates.length >= ROWS_EACH) candidates.push(...(await listLateByWords(ctx, sought)))
    if (candidates.length < FEW) candidates.push(...(await find(second)))
    return candidates.length > 0 ? await listFound(ctx, onceEach(candidates), limit) : []
  })
}

/** Each customer as well as they fit. */
function onceEach(candidates: Candidate[]): Candidate[] {
  const best = new Map<number, number>()
  for (const { id, rank } of candidates) best.set(id, Math.min(rank, best.get(id) ?? rank))
  return [...best]
    .map(([id, rank]) => ({ id, rank }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, IN_ORDER)
}
