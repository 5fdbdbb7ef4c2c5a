const NAMES = ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom']

/** [1, 2, 3, 5] → 'lun–mer, ven'; 1 is Monday. */
export function weekdayNames(weekdays: readonly number[]): string {
  const chosen = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekdays.includes(weekday))
  const runs: number[][] = []
  for (const weekday of chosen) {
    const run = runs.at(-1)
    if (run?.at(-1) === weekday - 1) run.push(weekday)
    else runs.push([weekday])
  }
  return runs
    .flatMap((run) => (run.length > 2 ? `${weekdayName(run[0]!)}–${weekdayName(run.at(-1)!)}` : run.map(weekdayName)))
    .join(', ')
}

const weekdayName = (weekday: number) => NAMES[weekday - 1]!
