import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux mounts the control groups of memory, by their version. */
const VERSION_1 = '/sys/fs/cgroup/memory'
const VERSION_2 = '/sys/fs/cgroup'

/**
 * Creates a control group that limits the memory of its processes together, as `MemoryMax=` of systemd does. Undefined on other
 * systems and without the rights.
 */
export function memoryGroup(bytes: number): { launcher: string[]; delete: () => void } | undefined {
  const isVersion1 = existsSync(join(VERSION_1, 'memory.limit_in_bytes'))
  const folder = join(isVersion1 ? VERSION_1 : VERSION_2, `prenoto-${process.pid}`)
  try {
    mkdirSync(folder)
  } catch {
    return undefined
  }
  try {
    writeFileSync(join(folder, isVersion1 ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes))
  } catch {
    rmdirSync(folder)
    return undefined
  }
  return {
    /** Moves the process into the group before its program starts, since Node sizes its heap at the start. */
    launcher: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$0" "$@"`],
    delete: () => rmdirSync(folder),
  }
}
