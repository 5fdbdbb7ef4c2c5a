import type { SeriesVisit } from '@prenoto/core/bookings/series-schema.ts'

/** The how manieth visit of its series a booking is, of how many, and how many follow; all 0 as long as that is not known. */
export function placeInSeries(visits: SeriesVisit[] | undefined, { id }: { id: number }) {
  const place = (visits ?? []).findIndex((visit) => visit.id === id) + 1
  return place === 0 ? { place, of: 0, following: 0 } : { place, of: visits!.length, following: visits!.length - place }
}
