/** Whether a statement failed because it would have broken a unique index. */
export const breaksUnique = (error: unknown, index: string) =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === index

/** Whether a statement was cut off because it and another waited for each other: tried again, it may succeed. */
export const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'
