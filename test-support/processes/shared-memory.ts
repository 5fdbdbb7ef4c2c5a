import { statfs } from 'node:fs/promises'

/** The file system in memory of Linux. */
export const SHARED_MEMORY = '/dev/shm'

/** Its free bytes; 0 on other systems. */
export async function freeSharedMemory(): Promise<number> {
  const { bavail, bsize } = await statfs(SHARED_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize
}
