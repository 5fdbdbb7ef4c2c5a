/** Seeded pseudo-random numbers in [0, 1) (mulberry32). */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = generator(20_261_121)

/** The items in random order, which is the same in every run. */
export function shuffle<T>(items: readonly T[]): T[] {
  const remaining = [...items]
  return items.map(() => remaining.splice(Math.floor(random() * remaining.length), 1)[0]!)
}
