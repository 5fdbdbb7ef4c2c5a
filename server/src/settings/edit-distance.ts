/** How many letters have to be added, removed, changed or swapped with their neighbour to make one word of the other. */
export function editDistance(one: string, other: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        previous[j]! + 1,
        row[j - 1]! + 1,
        previous[j - 1]! + change,
        isSwapped ? beforePrevious[j - 2]! + 1 : Infinity,
      )
    }
    ;[beforePrevious, previous] = [previous, row]
  }
  return previous[other.length]!
}
