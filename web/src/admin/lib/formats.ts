/** '21-11-2026 09:45' → '21/11/2026 alle 09:45' */
export const inWords = (dateTime: string) => dateTime.replaceAll('-', '/').replace(' ', ' alle ')

const KILOBYTE = 1024

/** '320 kB', '1,5 MB' */
export const formatBytes = (bytes: number) =>
  bytes < KILOBYTE * KILOBYTE
    ? `${Math.max(1, Math.round(bytes / KILOBYTE))} kB`
    : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1).replace('.', ',')} MB`
