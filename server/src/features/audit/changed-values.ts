/** The fields that differ between two states of a record, before and after; undefined if none does. */
export function changedValues<F extends string>(
  fields: readonly F[],
  before: { [K in F]?: unknown },
  after: { [K in F]?: unknown },
) {
  const changed = fields.filter((field) => field in after && before[field] !== after[field])
  if (changed.length === 0) return undefined
  const pick = (state: { [K in F]?: unknown }): { [K in F]?: unknown } =>
    Object.fromEntries(changed.map((field) => [field, state[field]])) as { [K in F]?: unknown }
  return { before: pick(before), after: pick(after) }
}
