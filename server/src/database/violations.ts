/** Whether a statement failed because it would have broken a unique index. */
export const breaksUnique = (error: unknown, index: string) =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === index
