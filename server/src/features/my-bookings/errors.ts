import { notFound } from '../../lib/errors.ts'

export const ListLinkNotFound = notFound('Il link non vale più.')
