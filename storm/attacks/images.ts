import { type RushFigures, rushImages } from '../../bench/image-rush.ts'
import { GOAL } from './target.ts'

/** By how much the process may grow meanwhile, megabytes. */
const GROWTH = 150

/** Sixty large pictures at once, from many businesses and from one. Resolves to whether the others hardly noticed. */
export async function attackWithImages(): Promise<boolean> {
  return (await rushImages()).every(isWell)
}

const isWell = ({ memory, reads }: RushFigures) =>
  memory.peak.withDrawing - memory.before.withDrawing <= GROWTH && reads.during.p50 <= GOAL * reads.calm.p50
